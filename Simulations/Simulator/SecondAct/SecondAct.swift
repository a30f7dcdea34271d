import CRDT
import Domain
import Primitives
import Store

// The second act: a core is healed while the others stay away. All that is claimed at the end is
// claimed of it, with nobody to help: that the others come back afterwards it cannot know.
extension Simulation {
    /// The core agrees within its bound, is silent, is looked at, loses power, and agrees still; what
    /// one of it has of somebody who is gone the others get who may read it.
    static func secondAct(
        of cluster: Cluster, _ core: Core, _ look: Look
    ) throws(BrokenClaim) {
        cluster.workload.isOver = true
        cluster.attacker.isOver = true
        try cluster.heal(only: core)
        let before = try words(of: cluster.outsiders, in: cluster)
        _ = try settle(cluster)
        if look == .close { try lookAround(cluster) }
        try cluster.run(for: .seconds(30))
        let calls = Absence.Calls(in: cluster)
        try Quiescence.check(cluster, for: quiet)
        try Absence.check(cluster, since: calls)
        try Forgetting.check(cluster)
        try audit(cluster, look)
        try reunite(cluster)
        try Hostility.checkAgreement(cluster)
        let after = try words(of: cluster.outsiders, in: cluster)
        if zip(before, after).contains(where: { $0 < $1 }) { cluster.reach(.heardFromAnother) }
    }

    // How much each of the core holds of what is for friends of each who is away.
    private static func words(
        of outsiders: [SimulatedNode], in cluster: Cluster
    ) throws(BrokenClaim) -> [UInt64] {
        var words: [UInt64] = []
        for writer in outsiders {
            for machine in cluster.healed where machine.state == .running {
                words.append(
                    try machine.read { (store) throws(StorageError) in
                        try store.frontier(of: .friends, by: writer.person).entries
                            .reduce(0) { $0 + $1.length }
                    })
            }
        }
        return words
    }
}
