import Primitives

/// Checks that no peer can make an honest node hold more than its credit: data in flight and links
/// of unproven peers stay within limits.
enum BoundedMemory {
    /// Credit for runs is 4 MiB; one more run may be in flight, and frontiers beside it.
    private static let inFlightMax = 6 * 1024 * 1024

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.network.inFlightMost <= inFlightMax else {
            throw BrokenClaim(
                "memory is bounded",
                "\(cluster.network.inFlightMost) bytes were under way on one link")
        }
    }
}
