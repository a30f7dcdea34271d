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
        try remove(cleo, in: cluster)
        try cluster.run(for: .seconds(1))
        #expect(cluster.groups.accounts[0].verdicts[ben] == [ana, ben, cleo])

        world.leave(word(of: ana, in: cluster), at: cleo)

        #expect(
            World.brokenClaim { try Privacy.checkFiles(cluster) }
                == "who is not in a group reads nothing that is written there")
    }

    @Test func `an entry that was heard of together with its end opens nothing`() throws {
        let (world, dan) = (try World(4), 3)
        let cluster = world.cluster
        let group = try cluster.foundGroup(at: ana)
        for node in [ben, dan] { try cluster.letIn(node, into: group, by: ana) }
        try cluster.settle()
        for other in [ana, dan] { cluster.cut(ben, other) }
        try cluster.letIn(cleo, into: group, by: ana)
        try cluster.run(for: .seconds(30))
        for other in [ana, ben, cleo] { cluster.cut(dan, other) }
        try remove(cleo, in: cluster)
        for (from, to) in [(ana, ben), (ben, ana)] { cluster.network.free(from, to) }
        try cluster.run(for: .seconds(60))

        #expect(cluster.groups.accounts[group].verdicts[dan] == [ana, ben, cleo, dan])
        #expect(cluster.groups.accounts[group].verdicts[ben] == [ana, ben, dan])
        #expect(cluster.readers(of: ben, in: group) == [ana, ben, dan])
        world.leave(word(of: ben, in: cluster), at: cleo)
        #expect(
            World.brokenClaim { try Privacy.checkFiles(cluster) }
                == "who is not in a group reads nothing that is written there")
    }

    @Test func `an entry by somebody whom the writer knows to be removed before opens nothing`()
        throws
    {
        let (world, dan) = (try World(4), 3)
        let cluster = world.cluster
        let group = try cluster.foundGroup(at: ana)
        try cluster.letIn(ben, into: group, by: ana, as: .owner)
        for node in [cleo, dan] { try cluster.letIn(node, into: group, by: ana) }
        try cluster.settle()
        // Ben lets cleo in again, and dan hears of it; ana has removed ben by then.
        try cluster.done(.leaveGroup(GroupAccount.name(group)), at: cleo)
        try cluster.settle()
        for other in [ben, cleo, dan] { cluster.cut(ana, other) }
        try remove(ben, in: cluster)
        try cluster.letIn(cleo, into: group, by: ben)
        try cluster.run(for: .seconds(30))

        #expect(cluster.groups.accounts[group].verdicts[dan] == [ana, ben, cleo, dan])
        #expect(cluster.groups.accounts[group].verdicts[ana] == [ana, dan])
        #expect(cluster.readers(of: ana, in: group) == [ana, dan])
    }

    private func remove(_ node: Int, in cluster: Cluster) throws {
        let person = PersonReference(cluster.machines[node].person.text)
        try cluster.done(.removeFromGroup(GroupAccount.name(0), person), at: ana)
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
            members: cluster.readers(of: node, in: 0), nodes: cluster.nodes)
    }
}
