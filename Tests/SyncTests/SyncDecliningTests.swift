import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests that what exceeds an author's quota is declined: it is sent once and not again, and everything else is sent as
/// before.
@Suite struct SyncDecliningTests {
    private static func drafts(_ count: Int, _ name: String) -> [BookmarkDraft] {
        (0..<count).map {
            BookmarkDraft(
                url: "https://\(name).example/\($0)", title: "\(name) \($0)",
                note: String(repeating: "\(name)\($0)", count: 500))
        }
    }

    /// Creates Ana and Cleo, and Bob, a friend of both, whose quota for one author is 64 KiB.
    private static func lan() throws -> SyncLAN {
        var limits = StoreLimits.standard
        limits.authorBytes = 64 * 1024
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob", storeLimits: limits)
        let cleo = try SyncNode(3, name: "Cleo")
        for other in [ana, cleo] {
            try bob.add(friend: other)
            try other.add(friend: bob)
        }
        let lan = SyncLAN([ana, bob, cleo])
        try lan.plugIn()
        try lan.run(for: .seconds(10))
        #expect(try lan.isLinked(1, with: 2))
        return lan
    }

    private static func count(_ name: String, in node: SyncNode) throws -> Int {
        try node.titles().count { $0.hasPrefix(name) }
    }

    @Test func `what a share has no room for is declined once, and sent no more`() throws {
        let lan = try Self.lan()
        let (ana, bob, cleo) = (lan.nodes[0], lan.nodes[1], lan.nodes[2])
        // More than one act: the second begins after the quota is full.
        for act in 0..<4 {
            try ana.keep(Self.drafts(20, "ana\(act)x"), in: .friends)
            try lan.run(for: .seconds(1))
        }
        try lan.run(for: .seconds(60))
        let held = try Self.count("ana", in: bob)
        #expect(held > 0 && held < 80)
        #expect(bob.said.count { $0 == "declined" } == 1)
        let words = bob.announced.compactMap { notice in
            if case .warning(let words) = notice { words } else { nil }
        }
        #expect(words.count == 1)
        #expect(words.first?.hasPrefix("@Ana has used all of their") == true)

        // However much ana writes, and however long they talk, nothing of it is sent any more.
        let before = lan.said.count { $0.count > 4096 }
        for act in 4..<8 {
            try ana.keep(Self.drafts(20, "ana\(act)x"), in: .friends)
            try lan.run(for: .seconds(30))
        }
        #expect(lan.said.count { $0.count > 4096 } == before)
        #expect(try Self.count("ana", in: bob) == held)
        #expect(try lan.isLinked(1, with: 2))

        // Their digests differ for good, and they exchange frontiers about it once.
        try lan.run(for: .seconds(60))
        let told = ana.said.count { $0 == "frontier" } + bob.said.count { $0 == "frontier" }
        try lan.run(for: .seconds(600))
        #expect(
            ana.said.count { $0 == "frontier" } + bob.said.count { $0 == "frontier" } == told)

        // What others write, and what ana writes in another audience, is sent as before.
        try cleo.keep(Self.drafts(5, "cleo"), in: .friends)
        try ana.keep(Self.drafts(5, "open"), in: .public)
        try lan.run(for: .seconds(5))
        #expect(try Self.count("cleo", in: bob) == 5)
        #expect(try Self.count("open", in: bob) == 5)
        guard case .status(let status) = try bob.ask(.query(.status())) else { throw NoStatus() }
        #expect(status.filledShares.map(\.name) == ["Ana"])

        // With a larger quota the rest comes over the open links.
        try bob.ask(.command(.setAuthorQuota(bytes: 16 << 20)))
        try lan.tell(1, .woken)
        try lan.run(for: .seconds(20))
        #expect(try Self.count("ana", in: bob) == 160)
        #expect(try ana.frontiers().contains { try bob.frontiers().contains($0) })
        let over = bob.announced.compactMap { notice in
            if case .warningCleared(let words) = notice { words } else { nil }
        }
        #expect(over == words)
    }

    @Test func `what is full says nothing of what is held, and is asked for no more`() throws {
        let lan = try Self.lan()
        let (ana, bob) = (lan.nodes[0], lan.nodes[1])
        for act in 0..<4 {
            try ana.keep(Self.drafts(20, "ana\(act)x"), in: .friends)
            try lan.run(for: .seconds(1))
        }
        try lan.run(for: .seconds(60))

        let mine = try bob.frontiers().flatMap(\.entries)
        for session in ana.engine.sessions {
            for exchange in session.exchanges {
                for chain in exchange.declinedThere {
                    // The next frontier corrects what was counted as sent: bob is not credited with more than is held.
                    let held = mine.first { $0.chain == chain }?.length ?? 0
                    #expect(exchange.theirs.length(of: chain) <= held)
                }
            }
        }
        #expect(
            ana.engine.sessions.contains { $0.exchanges.contains { !$0.declinedThere.isEmpty } })
        #expect(bob.engine.sessions.allSatisfy { $0.exchanges.allSatisfy { $0.askAt == nil } })
    }

    @Test(arguments: [Message.declinedMax - 1, Message.declinedMax, Message.declinedMax + 1])
    func `a peer declines so many chains and no more`(count: Int) throws {
        let (peer, _) = try HostilePeer.told()
        let chains = (0..<count).map { ChainID(Bytes16(high: 1, low: UInt64($0))) }
        for start in stride(from: 0, to: count, by: 100) {
            try peer.say(
                .declined(audience: 0, Array(chains[start..<min(start + 100, count)])))
        }
        #expect(peer.reasons.isEmpty == (count <= Message.declinedMax))
    }

    @Test func `who declines a chain is sent nothing of it until it takes it again`() throws {
        let (peer, entry) = try HostilePeer.told()
        try peer.say(.declined(audience: 0, [entry.chain]), Self.asking)
        let isSent = {
            peer.heard.contains {
                if case .run(let run) = $0 { run.chain == entry.chain } else { false }
            }
        }
        #expect(!isSent())
        try peer.say(.declined(audience: 0, []), Self.asking)
        #expect(isSent())
    }

    @Test func `declining what is not talked of ends the link`() throws {
        let (peer, entry) = try HostilePeer.told()
        try peer.say(.declined(audience: 200, [entry.chain]))
        #expect(peer.reasons.count == 1)
    }

    @Test func `without room on the disk there are no links, and with room again all comes`() throws
    {
        let lan = try Self.lan()
        let (ana, bob) = (lan.nodes[0], lan.nodes[1])
        try lan.tell(1, .room(false))
        try ana.keep(Self.drafts(3, "ana"), in: .friends)
        try bob.keep(Self.drafts(3, "bob"), in: .friends)
        try lan.run(for: .seconds(300))
        #expect(bob.engine.sessions.allSatisfy { !$0.isAlive })
        #expect(try Self.count("ana", in: bob) == 0)
        #expect(try Self.count("bob", in: bob) == 3)
        #expect(bob.announced.allSatisfy { if case .deltaRejected = $0 { false } else { true } })
        guard case .rejected(let problem) = try bob.ask(.command(.applyBundle(path: "/x"))) else {
            throw NoStatus()
        }
        #expect(problem.code == .readOnly)

        try lan.tell(1, .room(true))
        try lan.run(for: .seconds(300))
        #expect(try Self.count("ana", in: bob) == 3)
        #expect(try Self.count("bob", in: ana) == 3)
    }

    private static let asking = Message.frontier(
        Message.FrontierPart(
            audience: 0, isWhole: true, isLast: true, isAsking: true, entries: []))

    private struct NoStatus: Error {}
}
