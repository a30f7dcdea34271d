import Primitives

/// No peer can make an honest node hold more than its credit: what is under way to anybody, and the
/// links of those who have not proved who they are, stay within limits.
enum BoundedMemory {
    /// Credit for runs is 4 MiB; one run more may be under way, and frontiers beside it.
    private static let inFlightMax = 6 * 1024 * 1024

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.network.inFlightMost <= inFlightMax else {
            throw BrokenClaim(
                "memory is bounded",
                "\(cluster.network.inFlightMost) bytes were under way on one link")
        }
    }
}
