import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator

/// Checks that who may read what is written in a group follows from what the writer has heard of each entry, not of
/// each person.
@Suite struct UnheardEntryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    /// Seed 95: the writer had once seen the one who came again.
    @Test func `who left and was let in again unheard may read what is written then`() throws {
        let world = try lab()
        let cluster = world.cluster
        try cluster.done(.leaveGroup(GroupAccount.name(0)), at: cleo)
        try cluster.settle()
        for other in [ana, cleo] { cluster.cut(ben, other) }
        try cluster.letIn(cleo, into: 0, by: ana)
        #expect(cluster.groups.accounts[0].verdicts[ben] == [ana, ben])

        world.leave(word(of: ben, in: cluster), at: cleo)

        #expect(World.brokenClaim { try Privacy.checkFiles(cluster) } == nil)
    }

    @Test func `who was removed may read nothing, though another has not heard of it`() throws {
        let world = try lab()
        let cluster = world.cluster
        cluster.cut(ana, ben)
        try cluster.done(
            .removeFromGroup(
                GroupAccount.name(0), PersonReference(cluster.machines[cleo].person.text)), at: ana)
        try cluster.run(for: .seconds(1))
        #expect(cluster.groups.accounts[0].verdicts[ben] == [ana, ben, cleo])

        world.leave(word(of: ana, in: cluster), at: cleo)

        #expect(
            World.brokenClaim { try Privacy.checkFiles(cluster) }
                == "who is not in a group reads nothing that is written there")
    }

    @Test func `an entry that was heard of together with its end opens nothing`() {
        var account = GroupAccount(founder: ana, entered: [ana, ben, cleo])
        account.verdicts = [ana: [ana, ben, cleo], ben: [ana, ben]]
        account.admissions = [ana: [Admission(of: cleo, by: 7)]]

        #expect(account.readers(of: ben, beside: []) == [ana, ben, cleo])
        account.heard = [ben: [Admission(of: cleo, by: 7)]]
        #expect(account.readers(of: ben, beside: []) == [ana, ben])
    }

    // Creates ana, ben and cleo in a group of ana's.
    private func lab() throws -> World {
        let world = try World(3)
        let group = try world.cluster.foundGroup(at: ana)
        for node in [ben, cleo] { try world.cluster.letIn(node, into: group, by: ana) }
        try world.cluster.settle()
        return world
    }

    // Returns a word that `node` writes in the group now.
    private func word(of node: Int, in cluster: Cluster) -> String {
        cluster.canaries.next(
            writer: node, in: 0,
            members: cluster.groups.accounts[0].readers(of: node, beside: []),
            nodes: cluster.nodes)
    }
}
