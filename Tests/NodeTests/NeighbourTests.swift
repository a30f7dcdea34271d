import Domain
import Logging
import Primitives
import Testing
import UV
import Wire

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests whole nodes that find each other without an address, on the loopback alone.
@Suite struct NeighbourTests {
    private static func ask(_ node: RunningNode, _ query: Query) async -> Answer {
        await node.requests.ask(.query(query))
    }

    /// Returns the node's ticket without its addresses.
    private static func bareTicket(_ node: RunningNode) async throws -> String {
        guard case .identity(let identity) = await ask(node, .identity()),
            let ticket = Ticket(text: identity.ticket)
        else { throw Unexpected() }
        return Ticket(certificate: ticket.certificate, name: ticket.name, addresses: []).text
    }

    private static func befriend(_ node: RunningNode, _ other: RunningNode) async throws {
        let ticket = try await bareTicket(other)
        let answer = await node.requests.ask(.command(.addFriend(ticket: ticket, petName: nil)))
        guard case .befriended = answer else { throw Unexpected() }
    }

    /// Returns the open links that are in sync.
    private static func linked(_ node: RunningNode) async -> [Peer] {
        guard case .peers(let peers) = await ask(node, .peers()) else { return [] }
        return peers.filter { $0.endReason == nil && $0.state == "in sync" }
    }

    struct Unexpected: Error {}

    @Test func `two friends on one machine find each other by beacons alone`() async throws {
        let home = TemporaryHome()
        let port = try Turns().freePort()
        let ana = try await RunningNode("ana", in: home, .loopback(port: port))
        let ben = try await RunningNode("ben", in: home, .loopback(port: port))
        try await Self.befriend(ana, ben)
        try await Self.befriend(ben, ana)

        let found = await reaches {
            let (one, other) = (await Self.linked(ana), await Self.linked(ben))
            return one.count == 1 && other.count == 1
        }

        #expect(found)
        let (atAna, atBen) = (await Self.linked(ana), await Self.linked(ben))
        #expect(atAna.allSatisfy { $0.isNear && $0.name == "ben" })
        #expect(atBen.allSatisfy { $0.isNear && $0.name == "ana" })
        guard case .status(let status) = await Self.ask(ana, .status()) else { throw Unexpected() }
        #expect(status.networks == 1)
        ana.stop()
        ben.stop()
    }

    @Test func `a node that does not look finds nobody, until it is told to`() async throws {
        let home = TemporaryHome()
        let port = try Turns().freePort()
        let ana = try await RunningNode("ana", in: home, .loopback(port: port))
        let ben = try await RunningNode("ben", in: home, .loopback(port: port))
        _ = await ana.requests.ask(.command(.setDiscovery(false)))
        try await Self.befriend(ana, ben)
        try await Self.befriend(ben, ana)

        guard case .status(let off) = await Self.ask(ana, .status()) else { throw Unexpected() }
        let before = await Self.linked(ana)
        _ = await ana.requests.ask(.command(.setDiscovery(true)))
        let found = await reaches { await Self.linked(ana).count == 1 }

        #expect(off.networks == nil)
        #expect(before.isEmpty)
        #expect(found)
        ana.stop()
        ben.stop()
    }
}

/// Waits for a condition, at most half a minute.
func reaches(_ condition: () async -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    // A task that was delayed past the deadline, by tests that occupy every thread, has not checked
    // since.
    return await condition()
}

/// A node on a thread of its own, with a new identity.
final class RunningNode: @unchecked Sendable {
    let requests: RequestQueue
    private let thread: pthread_t

    init(_ name: String, in home: TemporaryHome, _ reach: DiscoveryReach) async throws {
        let profile = try home.profile(name)
        _ = try Identities.make(in: profile, name: name)
        let start = Start(
            NodeConfiguration(
                profile: profile, settings: ProfileSettings(name: name, listen: "127.0.0.1:0"),
                keys: try Keystore.open(in: profile, passphrase: nil),
                logger: Logger(label: name) { _ in SwiftLogNoOpLogHandler() }, discovery: reach))
        thread = try Self.run(start)
        requests = try await start.requests()
    }

    /// Ends it and waits for the end.
    func stop() {
        requests.stop()
        pthread_join(thread, nil)
    }

    private static func run(_ start: Start) throws -> pthread_t {
        let context = Unmanaged.passRetained(start).toOpaque()
        #if canImport(Glibc)
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            {
                if let context = $0 {
                    Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, context)
        guard status == 0 else { throw NeighbourTests.Unexpected() }
        return thread
        #else
        var thread: pthread_t?
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0).takeRetainedValue().run()
                return nil
            }, context)
        guard let thread else { throw NeighbourTests.Unexpected() }
        return thread
        #endif
    }

    /// The input of the thread, and its result.
    private final class Start: @unchecked Sendable {
        private let configuration: NodeConfiguration
        private let (told, tell) = AsyncStream<Result<RequestQueue, any Error>>.makeStream()

        init(_ configuration: NodeConfiguration) {
            self.configuration = configuration
        }

        func run() {
            do {
                let node = try Node(configuration)
                tell.yield(.success(node.requests))
                node.run()
            } catch {
                tell.yield(.failure(error))
            }
        }

        func requests() async throws -> RequestQueue {
            for await result in told { return try result.get() }
            throw NeighbourTests.Unexpected()
        }
    }
}
