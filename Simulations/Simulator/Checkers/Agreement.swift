import Domain

@testable import Store

/// Checks that nodes with the same deltas show the same, and that no user is told of a difference without a reason.
enum Agreement {
    /// Checks a notice that a node gave its person.
    ///
    /// Some differences are temporary and legitimate: a node that was restored or runs twice receives what it had lost;
    /// what one device wrote may reach its person's other devices after their friends have it; and a hostile node may
    /// say anything.
    static func check(
        _ words: String, at node: Int, in cluster: Cluster
    ) throws(BrokenClaim) {
        guard words.hasSuffix(Status.difference(with: "")) else { return }
        for machine in cluster.machines {
            guard cluster.isHonest(machine.number), !cluster.isShared(machine.holder) else {
                return
            }
        }
        for machine in cluster.machines where machine.state == .running {
            let isOneOfTwo = try machine.read { (store) throws(StorageError) in
                if try store.hasParted { return true }
                if try store.foundTwice() != nil { return true }
                return try store.setBackAt != nil
            }
            guard !isOneOfTwo else { return }
        }
        throw BrokenClaim(
            "who holds the same shows the same",
            "\(cluster.machines[node].place) is told: \(words)")
    }
}
