import CRDT
import Domain
import Primitives
import Store

// The second act: a core is healed while the others stay away. Everything claimed at the end is claimed of it, without
// help: it cannot know that the others come back afterwards.
extension Simulation {
    /// Checks that the core converges in time, is silent, passes the checks, loses power and still agrees, and that
    /// what one of its nodes has from an absent person reaches all in the core who may read it.
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
        try PruningChecker.check(cluster)
        try audit(cluster, look)
        try reunite(cluster)
        try Hostility.checkAgreement(cluster)
        let after = try words(of: cluster.outsiders, in: cluster)
        if zip(before, after).contains(where: { $0 < $1 }) { cluster.reach(.heardFromAnother) }
    }

    // How much each node of the core holds of the `friends` audience of each absent person.
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
