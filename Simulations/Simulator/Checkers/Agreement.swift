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
        guard cluster.isHonest(node), hostiles(in: cluster).isEmpty else { return }
        guard !cluster.machines.contains(where: { cluster.isShared($0.holder) }) else { return }
        for machine in cluster.machines where machine.state == .running {
            let isOneOfTwo = try machine.read { (store) throws(StorageError) in
                let parted = try store.database.row("SELECT 1 FROM forks ORDER BY chain LIMIT 1") {
                    _ in true
                }
                if parted == true { return true }
                if try store.foundTwice() != nil { return true }
                return try store.setBackAt != nil
            }
            guard !isOneOfTwo else { return }
        }
        throw BrokenClaim(
            "who holds the same shows the same",
            "\(cluster.machines[node].place) is told: \(words)")
    }

    private static func hostiles(in cluster: Cluster) -> [Int] {
        cluster.machines.map(\.number).filter { !cluster.isHonest($0) }
    }
}
