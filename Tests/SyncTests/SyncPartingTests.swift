import Domain
import Primitives
import Testing

@testable import Sync

/// Tests a common friend after a friendship ends: Ana, Ben and Cleo are friends until Cleo ends it with Ana; what does
/// Ben, still a friend of both, tell Cleo of what Ana writes?
@Suite struct SyncPartingTests {
    private let ana: SyncNode
    private let ben: SyncNode
    private let cleo: SyncNode

    init() throws {
        ana = try SyncNode(1, name: "Ana")
        ben = try SyncNode(2, name: "Ben")
        cleo = try SyncNode(3, name: "Cleo")
        let all = [ana, ben, cleo]
        for node in all {
            for other in all where other !== node { try node.add(friend: other) }
        }
        try ana.keep(drafts(1, "early"), in: .friends)
        try meet(ana, ben, seed: 1)
        try meet(ben, cleo, seed: 2)
        try cleo.ask(.command(.removeFriend(PersonReference("Ana"), isBlocked: false)))
        try ana.keep(drafts(1, "late"), in: .friends)
        try meet(ana, ben, seed: 3)
    }

    /// Seed 16981.
    @Test func `who ended a friendship is told once what a common friend holds of it`() throws {
        let pair = try link(ben, cleo, seed: 4)
        try pair.pass(.seconds(60))
        (ben.said, cleo.said) = ([], [])

        try pair.pass(.seconds(600))

        // What shows where they agree is sent once.
        for said in [ben.said, cleo.said] {
            #expect(said.count { $0 == "shown" } == 1)
            #expect(said.allSatisfy { $0 == "digests" || $0 == "shown" }, "\(said)")
        }
        (ben.said, cleo.said) = ([], [])

        try pair.pass(.seconds(1200))

        #expect(ben.said.allSatisfy { $0 == "digests" }, "\(ben.said)")
        #expect(cleo.said.allSatisfy { $0 == "digests" }, "\(cleo.said)")
        #expect(try cleo.titles() == ["early 0"])
        try pair.cutOff()
    }

    @Test func `who is a friend again gets the rest over the link that stands`() throws {
        let pair = try link(ben, cleo, seed: 4)
        try pair.pass(.seconds(600))

        try cleo.add(friend: ana)
        try pair.pass(.seconds(60))

        #expect(try cleo.titles() == ["early 0", "late 0"])
        try pair.cutOff()
    }

    private func meet(_ one: SyncNode, _ other: SyncNode, seed: UInt64) throws {
        let pair = try link(one, other, seed: seed)
        try pair.pass(.seconds(5))
        try pair.cutOff()
    }

    private func link(_ one: SyncNode, _ other: SyncNode, seed: UInt64) throws -> SyncPair {
        let pair = SyncPair(one, other, seed: seed)
        let now = max(one.now, other.now) + .seconds(1)
        (one.now, other.now) = (now, now)
        try pair.connect()
        return pair
    }
}
