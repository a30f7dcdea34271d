import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Sync

/// Tests that new deltas are pushed along the branches of a tree, offered over all other links, and requested over one
/// at a time.
@Suite struct SpreadingTests {
    /// Creates a person with so many friends, who do not know each other; all are linked.
    private static func star(_ count: UInt8) throws -> SyncLAN {
        let hub = try SyncNode(1, name: "Hub")
        let others = try (1...count).map { try SyncNode(1 + $0, name: "Person\($0)") }
        for other in others {
            try hub.add(friend: other)
            try other.add(friend: hub)
        }
        let lan = SyncLAN([hub] + others)
        try lan.plugIn()
        try lan.run(for: .seconds(10))
        #expect(try lan.isLinked(0, with: Int(count)))
        return lan
    }

    private static func keep(_ title: String, at number: Int = 0, of lan: SyncLAN) throws {
        try lan.nodes[number].keep(drafts(1, title), in: .friends)
        try lan.run(for: .zero)
    }

    private static func holders(of title: String, in lan: SyncLAN) throws -> Int {
        try lan.nodes.dropFirst().count { try $0.titles().contains("\(title) 0") }
    }

    @Test func `the first of an audience is offered, and whoever asks has it pushed`() throws {
        let lan = try Self.star(8)

        try Self.keep("first", of: lan)
        #expect(try Self.holders(of: "first", in: lan) == 0)

        try lan.run(for: SyncLimits.offerPatience)
        #expect(try Self.holders(of: "first", in: lan) == 8)

        try Self.keep("second", of: lan)
        #expect(try Self.holders(of: "second", in: lan) == 8)
    }

    @Test func `a peer that is pushed what it holds says so once, then gets offers`() throws {
        let (peer, _) = try HostilePeer.told()
        try peer.say(Self.frontier([], isAsking: true))
        let run = try #require(Self.runs(peer.heard).first)
        #expect(peer.bob.engine.sessions[0].exchanges[0].isEager)
        #expect(Self.prunings(peer.heard).isEmpty)

        try peer.say(.run(run))
        #expect(!peer.bob.engine.sessions[0].exchanges[0].isEager)

        try peer.say(.run(run), .run(run))

        let prunings = Self.prunings(peer.heard)
        #expect(prunings.count == 1)
        #expect(prunings.allSatisfy { !$0.isWhole && !$0.isAsking && $0.entries.count == 1 })
    }

    @Test func `a peer that prunes a branch is offered what is new, and is pushed it if it asks`()
        throws
    {
        let (peer, entry) = try HostilePeer.told()
        try peer.say(Self.frontier([], isAsking: true))
        let before = Self.runs(peer.heard).count
        #expect(before > 0)

        try peer.say(Self.frontier([entry], isPruning: true))
        try Self.keep("offered", heardBy: peer)
        #expect(Self.runs(peer.heard).count == before)
        #expect(Self.frontiers(peer.heard).last?.entries.first?.length ?? 0 > entry.length)

        try peer.say(Self.frontier([entry], isAsking: true))
        try Self.keep("pushed", heardBy: peer)
        #expect(Self.runs(peer.heard).count > before + 1)
    }

    // Creates Bob with so many friends, who all offer what Bob lacks.
    private static func offered(by count: UInt8) throws -> (SyncNode, [HostilePeer]) {
        let bob = try SyncNode(2, name: "Bob")
        try bob.keep(drafts(2, "bobs"), in: .friends)
        let peers = try (1...count).map {
            try HostilePeer(.friend, of: bob, number: $0, from: "m\($0):1")
        }
        let lacked = Frontier.Entry(chain: ChainID(Bytes16(high: 7, low: 7)), length: 5)
        for peer in peers {
            try peer.reach(.open)
            try peer.say(frontier([lacked]))
        }
        return (bob, peers)
    }

    private static func asked(by bob: SyncNode) -> [Bool] {
        bob.engine.sessions.map { $0.exchanges.contains { $0.askedUntil != nil } }
    }

    @Test func `of several who offer it one is asked, and the next if that one is too slow`() throws
    {
        let (bob, _) = try Self.offered(by: 3)
        #expect(Self.asked(by: bob) == [false, false, false])

        bob.now = bob.now + SyncLimits.offerPatience
        try bob.step(.woken)
        #expect(Self.asked(by: bob) == [true, false, false])

        bob.now = bob.now + (SyncLimits.askedPatience - .nanoseconds(1))
        try bob.step(.woken)
        #expect(Self.asked(by: bob) == [true, false, false])

        bob.now = bob.now + .nanoseconds(1)
        try bob.step(.woken)
        #expect(Self.asked(by: bob) == [true, true, false])
    }

    @Test func `who promises again and again keeps nobody waiting for long`() throws {
        let (bob, peers) = try Self.offered(by: 2)
        let lie = Frontier.Entry(chain: ChainID(Bytes16(high: 7, low: 7)), length: 1 << 60)
        let end = bob.now + SyncLimits.offerPatience + SyncLimits.promisePatience

        while bob.now < end {
            #expect(Self.asked(by: bob).last == false)
            try peers[0].say(Self.frontier([lie]))
            bob.now = min(bob.now + .milliseconds(100), end)
            try bob.step(.woken)
        }

        #expect(Self.asked(by: bob) == [true, true])
    }

    @Test func `where the link to who was asked breaks the next one is asked`() throws {
        let (bob, peers) = try Self.offered(by: 2)
        bob.now = bob.now + SyncLimits.offerPatience
        try bob.step(.woken)

        try bob.step(.disconnected(peers[0].link))
        bob.now = bob.now + SyncLimits.askedPatience
        try bob.step(.woken)

        #expect(Self.asked(by: bob) == [true])
    }

    // The whole frontier if it asks, otherwise a part of it.
    private static func frontier(
        _ entries: [Frontier.Entry], isAsking: Bool = false, isPruning: Bool = false
    ) -> Message {
        .frontier(
            .init(
                audience: 0, isWhole: isAsking, isLast: true, isAsking: isAsking,
                isPruning: isPruning, entries: entries))
    }

    // Bob stores a link for friends.
    private static func keep(_ title: String, heardBy peer: HostilePeer) throws {
        peer.bob.carry = { effects in try peer.hear(effects) }
        try peer.bob.keep(drafts(1, title), in: .friends)
        peer.bob.carry = nil
    }

    private static func runs(_ heard: [Message]) -> [Message.Run] {
        heard.compactMap { if case .run(let run) = $0 { run } else { nil } }
    }

    private static func prunings(_ heard: [Message]) -> [Message.FrontierPart] {
        frontiers(heard).filter(\.isPruning)
    }

    private static func frontiers(_ heard: [Message]) -> [Message.FrontierPart] {
        heard.compactMap { if case .frontier(let part) = $0 { part } else { nil } }
    }
}
