import Logging
import Primitives
import Sync
import Testing
import UV
import Wire

@testable import Node

/// Tests beacons over real sockets, on the loopback alone.
@Suite struct BeaconSocketsTests {
    /// A node that sends and receives beacons on the loopback.
    private final class Caller {
        let sockets: BeaconSockets
        var heard: [[UInt8]] = []
        var sources: [String] = []
        var networks: [Int] = []

        init(_ loop: Loop, _ reach: DiscoveryReach, listen: String? = "127.0.0.1") {
            sockets = BeaconSockets(
                loop: loop, reach: reach, listen: listen,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            sockets.onDatagram = { [unowned self] bytes, source in
                heard.append(bytes)
                sources.append(source)
            }
            sockets.onChange = { [unowned self] in networks.append($0) }
            sockets.look(true)
        }
    }

    private static func beacon(_ byte: UInt8) -> [UInt8] {
        [UInt8](repeating: byte, count: Beacon.byteCount)
    }

    @Test func `a call reaches all others on the machine, an answer only the one that it is for`()
        throws
    {
        let turns = try Turns()
        let reach = DiscoveryReach.loopback(port: try turns.freePort())
        let (ana, ben, cleo) = (
            Caller(turns.loop, reach), Caller(turns.loop, reach), Caller(turns.loop, reach)
        )

        ana.sockets.send(Self.beacon(1), to: nil)
        let allHeard = turns.reaches { [ben, cleo].allSatisfy { !$0.heard.isEmpty } }
        ben.sockets.send(Self.beacon(2), to: ben.sources.first)
        let anaHeard = turns.reaches { ana.heard.contains(Self.beacon(2)) }

        #expect(allHeard)
        #expect(anaHeard)
        #expect([ana, ben, cleo].allSatisfy { $0.networks == [1] })
        #expect(ben.heard.allSatisfy { $0 == Self.beacon(1) })
        #expect(cleo.heard.allSatisfy { $0 == Self.beacon(1) }, "the answer was not for cleo")
        #expect(ben.sources == cleo.sources)
        #expect(ben.sources.allSatisfy { $0.hasPrefix("127.0.0.1:") })
        turns.loop.close()
    }

    @Test(arguments: [0, 1, Beacon.byteCount - 1, Beacon.byteCount + 1, 1500])
    func `no other length is heard`(count: Int) throws {
        let turns = try Turns()
        let reach = DiscoveryReach.loopback(port: try turns.freePort())
        let (ana, ben) = (Caller(turns.loop, reach), Caller(turns.loop, reach))

        ana.sockets.send([UInt8](repeating: 3, count: count), to: nil)
        ana.sockets.send(Self.beacon(4), to: nil)
        let heard = turns.reaches { ben.heard.count >= 2 || ben.heard.contains(Self.beacon(4)) }

        #expect(heard)
        #expect(ben.heard.allSatisfy { $0 == Self.beacon(4) })
        turns.loop.close()
    }

    @Test func `a node that does not look hears and sends nothing, and may begin again`() throws {
        let turns = try Turns()
        let reach = DiscoveryReach.loopback(port: try turns.freePort())
        let (ana, ben, cleo) = (
            Caller(turns.loop, reach), Caller(turns.loop, reach), Caller(turns.loop, reach)
        )

        ben.sockets.look(false)
        ben.sockets.send(Self.beacon(5), to: nil)
        ana.sockets.send(Self.beacon(6), to: nil)
        let heard = turns.reaches { cleo.heard.contains(Self.beacon(6)) }
        #expect(heard)
        #expect(ben.heard.isEmpty)
        #expect(!cleo.heard.contains(Self.beacon(5)))

        ben.sockets.look(true)
        ana.sockets.send(Self.beacon(7), to: nil)
        let heardAgain = turns.reaches { ben.heard.contains(Self.beacon(7)) }
        #expect(heardAgain)
        #expect(ben.networks == [1, 0, 1])
        turns.loop.close()
    }

    @Test func `a socket that could not be opened at first is opened as soon as possible`() throws {
        let turns = try Turns()
        let port = try turns.freePort()
        let inTheWay = try UDPSocket(
            turns.loop, host: "0.0.0.0", port: port, onDatagram: { _, _, _ in }, onError: { _ in })
        let (ana, ben) = (
            Caller(turns.loop, .loopback(port: port)), Caller(turns.loop, .loopback(port: port))
        )
        ana.sockets.send(Self.beacon(8), to: nil)
        #expect(ana.networks == [1], "it can call, and does not hear")

        inTheWay.close()
        let isOpen = turns.reaches { [ana, ben].allSatisfy { $0.networks == [1, 1] } }
        ana.sockets.send(Self.beacon(9), to: nil)
        let heard = turns.reaches { ben.heard.contains(Self.beacon(9)) }

        #expect(isOpen)
        #expect(heard)
        #expect(!ben.heard.contains(Self.beacon(8)))
        turns.loop.close()
    }

    @Test(arguments: ["127.0.0.1", "::1", "nowhere"])
    func `a node that takes links from this machine alone has no network to call on`(
        host: String
    ) throws {
        let turns = try Turns()

        let ana = Caller(turns.loop, .networks, listen: host)
        let nobody = Caller(turns.loop, .nowhere, listen: nil)

        #expect(ana.networks == [0])
        #expect(nobody.networks == [0])
        turns.loop.close()
    }

    @Test(arguments: ["127.0.0.1", "::"])
    func `links from an address that is gone end, and no others`(listening: String) throws {
        let turns = try Turns()
        let (links, others) = (NodeLinks(loop: turns.loop), NodeLinks(loop: turns.loop))
        var ended: [LinkID] = []
        var opened = 0
        links.onEvent = { event in
            if case .connected = event { opened += 1 }
            if case .disconnected(let link) = event { ended.append(link) }
        }
        var taken = 0
        var lost: [LinkID] = []
        others.onEvent = { event in
            if case .accepted = event { taken += 1 }
            if case .disconnected(let link) = event { lost.append(link) }
        }
        let port = try others.listen(host: listening, port: 0)
        links.dial(.outbound(1), address: "127.0.0.1:\(port)")
        let isOpen = turns.reaches { opened == 1 && taken == 1 }

        for side in [links, others] { side.drop(from: ["192.0.2.1", "fe80::1%eth0"]) }
        #expect(ended.isEmpty && lost.isEmpty)
        links.drop(from: ["127.0.0.1"])
        others.drop(from: ["127.0.0.1"])

        #expect(isOpen)
        #expect(ended == [.outbound(1)])
        #expect(lost == [.inbound(1)])
        turns.loop.close()
    }
}

/// A loop that runs until a condition holds, or a deadline is reached.
final class Turns {
    let loop: Loop
    private let tick: Timer

    init() throws {
        loop = try Loop()
        tick = try Timer(loop)
    }

    func reaches(_ condition: @escaping () -> Bool) -> Bool {
        var holds = false
        look(until: loop.now + .seconds(30)) {
            holds = condition()
            return holds
        }
        loop.run()
        return holds
    }

    /// Returns a free port; others may take it, which is why it is shared.
    func freePort() throws -> UInt16 {
        let socket = try UDPSocket(
            loop, host: "127.0.0.1", port: 0, onDatagram: { _, _, _ in }, onError: { _ in })
        socket.close()
        return socket.port
    }

    private func look(until deadline: Instant, _ condition: @escaping () -> Bool) {
        tick.start(after: .milliseconds(1)) { [self] in
            if condition() || loop.now >= deadline {
                loop.stop()
            } else {
                look(until: deadline, condition)
            }
        }
    }
}
