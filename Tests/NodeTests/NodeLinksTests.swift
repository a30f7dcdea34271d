import Primitives
import Sync
import Testing
import UV

@testable import Node

/// Tests connections by their engine ids, on the loopback.
@Suite struct NodeLinksTests {
    private let loop: Loop

    init() throws {
        loop = try Loop()
    }

    // Runs the loop until `condition` holds after an event, or the time is over.
    private func run(
        _ links: NodeLinks, for patience: Duration = .seconds(30),
        until condition: @escaping (Event) -> Bool
    ) throws -> Bool {
        var holds = false
        links.onEvent = { [loop] event in
            guard condition(event) else { return }
            holds = true
            loop.stop()
        }
        let alarm = try Timer(loop)
        alarm.start(after: patience) { [loop] in loop.stop() }
        loop.run()
        alarm.close()
        return holds
    }

    private func isEnd(_ event: Event, of link: LinkID) -> Bool {
        if case .disconnected(link) = event { true } else { false }
    }

    @Test func `a link on which the other end reads nothing ends all the same`() throws {
        let links = NodeLinks(loop: loop, drainPatience: .milliseconds(50))
        let port = try links.listen(host: "127.0.0.1", port: 0)
        var caller: TCPConnection?
        TCPConnection.dial(loop, host: "127.0.0.1", port: port) { caller = try? $0.get() }
        let isThere = try run(links) {
            if case .accepted(.inbound(1), _) = $0 { true } else { false }
        }
        #expect(isThere)

        links.send([UInt8](repeating: 7, count: 20_000_000), over: .inbound(1))
        links.close(.inbound(1))
        links.close(.inbound(1))
        #expect(try run(links) { isEnd($0, of: .inbound(1)) })

        links.deafen()
        caller?.close()
        loop.close()
    }

    @Test func `a flooding peer fills no more memory than its standing allows`() throws {
        let links = NodeLinks(loop: loop)
        let port = try links.listen(host: "127.0.0.1", port: 0)
        var caller: TCPConnection?
        TCPConnection.dial(loop, host: "127.0.0.1", port: port) {
            caller = try? $0.get()
            caller?.send([UInt8](repeating: 7, count: 20_000_000))
        }
        let link = LinkID.inbound(1)
        var (waiting, most) = (0, 0)
        let note = { (event: Event) in
            guard case .received(link, let bytes) = event else { return false }
            waiting += bytes.count
            most = max(most, waiting)
            return true
        }
        for closeness in [Closeness.unproven, .stranger, .friend] {
            links.regard(link, as: closeness)
            // As long as something arrives within a tenth of a second.
            while try run(links, for: .milliseconds(100), until: note) {}
            let limit = closeness == .unproven ? 3 * 1024 : closeness.waitingInMax + 64 * 1024
            #expect(most > closeness.waitingInMax / 2 && most <= limit, "\(closeness): \(most)")
        }

        links.took(waiting, from: link)
        #expect(try run(links, until: note), "it is read on")
        links.deafen()
        links.closeAll()
        caller?.close()
        loop.close()
    }

    @Test func `bytes sent before the end arrive before it`() throws {
        let links = NodeLinks(loop: loop, drainPatience: .seconds(30))
        let port = try links.listen(host: "127.0.0.1", port: 0)
        var received = 0
        var hasEnded = false
        TCPConnection.dial(loop, host: "127.0.0.1", port: port) { result in
            guard let caller = try? result.get() else { return }
            caller.start(
                onBytes: { received += $0.count },
                onEnd: { [loop] _ in
                    hasEnded = true
                    caller.close()
                    loop.stop()
                })
        }
        _ = try run(links) { if case .accepted(.inbound(1), _) = $0 { true } else { false } }

        links.send([UInt8](repeating: 7, count: 3_000_000), over: .inbound(1))
        links.close(.inbound(1))
        _ = try run(links) { _ in false }

        #expect(hasEnded)
        #expect(received == 3_000_000)
        links.deafen()
        loop.close()
    }

    // Dials `count` times; returns the links that the engine got once the others were refused.
    private func call(_ count: Int, _ port: UInt16, _ links: NodeLinks) throws -> [LinkID] {
        var (taken, refused): ([LinkID], Int) = ([], 0)
        var callers: [TCPConnection] = []
        links.onEvent = { [loop] event in
            if case .accepted(let link, _) = event { taken.append(link) }
            if taken.count + refused == count { loop.stop() }
        }
        for _ in 0..<count {
            TCPConnection.dial(loop, host: "127.0.0.1", port: port) { [loop] result in
                guard let caller = try? result.get() else { return }
                callers.append(caller)
                caller.start(onBytes: { _ in }) { _ in
                    refused += 1
                    if taken.count + refused == count { loop.stop() }
                }
            }
        }
        let alarm = try Timer(loop)
        alarm.start(after: .seconds(30)) { [loop] in loop.stop() }
        loop.run()
        alarm.close()
        #expect(taken.count + refused == count)
        for caller in callers { caller.close() }
        return taken
    }

    @Test func `calls from where nothing is proved again and again are ended unheard`() throws {
        let links = NodeLinks(loop: loop)
        let port = try links.listen(host: "127.0.0.1", port: 0)

        let taken = try call(40, port, links)
        #expect((4...8).contains(taken.count))

        // Where a friend has connected, more are accepted.
        links.regard(try #require(taken.first), as: .friend)
        let later = try call(40, port, links)
        #expect(later.count >= 32)

        links.deafen()
        links.closeAll()
        loop.close()
    }
}
