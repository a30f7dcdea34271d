import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Checks when a segment on its way into mailboxes is judged.
@Suite struct MailboxCheckerTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    /// Seed 93: while a segment was on its way to each of two keepers, one of their readers left.
    @Test func `what two keepers are being given is judged as of when that was begun`() throws {
        let cluster = try lab()
        let (packing, segment) = try packed(in: cluster)
        let works = [work(1, packing, segment, over: 1), work(2, packing, segment, over: 2)]
        plant(works, in: cluster)

        let broken = World.brokenClaim {
            try cluster.done(.leaveGroup(GroupAccount.name(0)), at: cleo)
            try cluster.settle()
        }

        #expect(segment.readers.contains { $0.person == cluster.machines[cleo].person })
        #expect(cluster.groups.accounts[0].verdicts[ben] == [ana, ben])
        #expect(broken == nil)
    }

    @Test func `what goes on over another link after a reader has left is caught`() throws {
        let cluster = try lab()
        let (packing, segment) = try packed(in: cluster)
        plant([work(1, packing, segment, over: 1)], in: cluster)
        try cluster.done(.leaveGroup(GroupAccount.name(0)), at: cleo)
        try cluster.settle()

        plant([work(1, packing, segment, over: 2)], in: cluster)
        let broken = World.brokenClaim { _ = try cluster.ask(.query(.groups()), at: ben) }

        #expect(broken == CarriedSecrets.claim)
    }

    // Creates ana, ben and cleo in a group of ana's.
    private func lab() throws -> Cluster {
        let world = try World(3)
        let group = try world.cluster.foundGroup(at: ana)
        for node in [ben, cleo] { try world.cluster.letIn(node, into: group, by: ana) }
        try world.cluster.settle()
        return world.cluster
    }

    // Returns a segment of ben's for the others in the group, and what it was packed with.
    private func packed(in cluster: Cluster) throws -> (MailboxPacking, MailboxSegment) {
        let engine = try #require(cluster.machines[ben].engine)
        let group = Addressee.group(GroupAccount.name(0))
        let made = try engine.store.transaction {
            () throws(StorageError) -> (packing: Packing, packed: PackedSegment)? in
            guard case .success(let parcels) = try engine.store.parcels(for: [group], isWhole: true)
            else { return nil }
            var packing = engine.packing(of: parcels)
            return try packing.next(from: engine.store, limits: engine.limits).map { (packing, $0) }
        }
        let (packing, packed) = try #require(made)
        let segment = MailboxSegment(
            name: Derivation.mailboxName(of: packed.bytes), bytes: packed.bytes, tags: [],
            readers: packed.readers, audience: packed.audience)
        let rest = MailboxPacking(packing: packing, leaving: [], unknown: [], membership: 0)
        return (rest, segment)
    }

    private func work(
        _ number: Int64, _ packing: MailboxPacking, _ segment: MailboxSegment, over link: UInt64
    ) -> MailboxWork {
        var work = MailboxWork(
            number: number, keeper: segment.readers[0].person, addressees: [])
        work.phase = .putting(packing, segment)
        work.link = .outbound(link)
        return work
    }

    // After each step ben is in the middle of these puts.
    private func plant(_ works: [MailboxWork], in cluster: Cluster) {
        cluster.stepping = { [ben] node, engine, inbox, now, wall throws(StorageError) in
            guard node == ben else { return try engine.step(inbox, at: now, wall: wall) }
            engine.mailboxes = nil
            let effects = try engine.step(inbox, at: now, wall: wall)
            engine.mailboxes = works
            return effects
        }
    }
}
