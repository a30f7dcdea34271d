import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct UDPSocketTests {
    /// The datagrams that one socket received.
    private final class Ear {
        var heard: [[UInt8]] = []
        var from: [(host: String, port: UInt16)] = []
        var errors: [UVError] = []

        func socket(
            _ world: World, host: String = "127.0.0.1", port: UInt16 = 0,
            sharing: UDPSocket.Sharing = .exclusive
        ) throws -> UDPSocket {
            try UDPSocket(
                world.loop, host: host, port: port, sharing: sharing,
                onDatagram: { [self] bytes, host, port in
                    heard.append(bytes)
                    from.append((host, port))
                },
                onError: { [self] in errors.append($0) })
        }
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `datagrams go there and back, whole and with their sender`(host: String) throws {
        guard host != "::1" || TCPConnectionTests.hasLoopback6 else { return }
        let world = try World()
        let (anaEar, benEar) = (Ear(), Ear())
        let ana = try anaEar.socket(world, host: host)
        let ben = try benEar.socket(world, host: host)

        try ana.send([1, 2, 3], to: host, port: ben.port)
        try ana.send([], to: host, port: ben.port)
        let arrived = world.reaches { benEar.heard.count == 2 }
        try ben.send([4], to: host, port: try #require(benEar.from.first).port)
        let answered = world.reaches { anaEar.heard.count == 1 }

        #expect(arrived)
        #expect(answered)
        #expect(benEar.heard == [[1, 2, 3], []])
        #expect(benEar.from.allSatisfy { $0 == (host, ana.port) })
        #expect(anaEar.heard == [[4]])
        #expect(benEar.errors.isEmpty)
        world.loop.close()
    }

    @Test func `the largest datagram passes and a larger one is refused`() throws {
        let world = try World()
        let ear = Ear()
        let ana = try Ear().socket(world)
        let ben = try ear.socket(world)

        try ana.send(pattern(65_506), to: "127.0.0.1", port: ben.port)
        try ana.send(pattern(65_507), to: "127.0.0.1", port: ben.port)
        #expect(throws: UVError(code: -EMSGSIZE)) {
            try ana.send(pattern(65_508), to: "127.0.0.1", port: ben.port)
        }
        let arrived = world.reaches { ear.heard.count == 2 }

        #expect(arrived)
        #expect(ear.heard == [pattern(65_506), pattern(65_507)])
        world.loop.close()
    }

    @Test func `two that share a port both hear the group they joined, until they leave`() throws {
        let world = try World()
        let (anaEar, benEar) = (Ear(), Ear())
        let ana = try anaEar.socket(world, host: "0.0.0.0", sharing: .shared)
        let ben = try benEar.socket(world, host: "0.0.0.0", port: ana.port, sharing: .shared)
        let cleo = try Ear().socket(world)
        let group = "239.7.11.13"
        for socket in [ana, ben] { try socket.join(group: group, interface: "127.0.0.1") }
        try cleo.sendMulticast(by: "127.0.0.1")
        try cleo.setMulticastReach(1)

        try cleo.send([7], to: group, port: ana.port)
        let bothHeard = world.reaches { anaEar.heard.count == 1 && benEar.heard.count == 1 }
        try ben.leave(group: group, interface: "127.0.0.1")
        try cleo.send([8], to: group, port: ana.port)
        let anaHeard = world.reaches { anaEar.heard.count == 2 }

        #expect(bothHeard)
        #expect(anaHeard)
        #expect(benEar.heard.first == [7])
        #expect(throws: UVError.self) { try cleo.setMulticastReach(256) }
        #expect(throws: UVError.self) { try cleo.join(group: "10.0.0.1") }
        world.loop.close()
    }

    @Test func `broadcast is allowed only after it is asked for`() throws {
        let world = try World()
        let ear = Ear()
        let ana = try Ear().socket(world)
        let ben = try ear.socket(world, host: "0.0.0.0")

        #expect(throws: UVError(code: -EACCES)) {
            try ana.send([1], to: "127.255.255.255", port: ben.port)
        }
        try ana.allowBroadcast()
        try ana.send([2], to: "127.255.255.255", port: ben.port)
        let heard = world.reaches { ear.heard == [[2]] }

        #expect(heard)
        world.loop.close()
    }

    @Test func `errors are thrown, and a closed socket does nothing`() throws {
        let world = try World()
        let ear = Ear()
        let ana = try ear.socket(world)

        #expect(throws: UVError(code: -EADDRINUSE)) { try Ear().socket(world, port: ana.port) }
        #expect(throws: UVError(code: -EINVAL)) { try Ear().socket(world, host: "localhost") }
        #expect(throws: UVError(code: -EINVAL)) { try ana.send([1], to: "somewhere", port: 1) }
        ana.close()
        ana.close()
        try ana.send([1], to: "127.0.0.1", port: ana.port)
        try ana.join(group: "239.7.11.13")
        world.passes(.milliseconds(5))

        #expect(ear.heard.isEmpty)
        world.loop.close()
    }
}
