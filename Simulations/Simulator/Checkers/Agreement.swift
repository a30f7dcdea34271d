import Domain

@testable import Store

/// Who holds the same shows the same, and nobody is told otherwise without a reason.
enum Agreement {
    /// A machine has told its person something.
    ///
    /// What differs for a while, and rightly: who was restored, or runs twice, hears what they had lost; what a
    /// machine wrote comes to its person's other ones behind what it told their friends; and whatever somebody
    /// says who breaks the rules.
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
