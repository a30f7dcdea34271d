import Primitives

/// Where everybody agrees, nothing is said but heartbeats.
enum Quiescence {
    /// Bytes of one heartbeat with its frame: a digest for each audience that two friends share,
    /// with room.
    private static let heartbeatBytesMax = 2 + 16 + 1 + 17 * 8

    /// Lets `quiet` pass and looks at what was said.
    static func check(_ cluster: Cluster, for quiet: Duration) throws(BrokenClaim) {
        let before = carried(cluster)
        try cluster.run(for: quiet)
        // A heartbeat comes after 20 seconds at the soonest.
        let beats = Int(quiet.nanoseconds / 20_000_000_000) + 2
        for (link, bytes) in carried(cluster) {
            guard let first = before.first(where: { $0.link == link }) else {
                throw BrokenClaim("agreement is quiet", "a new link \(link) was opened")
            }
            for end in 0...1 where bytes[end] - first.bytes[end] > beats * heartbeatBytesMax {
                throw BrokenClaim(
                    "agreement is quiet",
                    "link \(link) carried \(bytes[end] - first.bytes[end]) bytes one way")
            }
        }
        for (link, _) in before where !cluster.network.open.contains(where: { $0.number == link }) {
            throw BrokenClaim("agreement is quiet", "link \(link) was closed")
        }
    }

    private static func carried(_ cluster: Cluster) -> [(link: Int, bytes: [Int])] {
        cluster.network.open.map { ($0.number, $0.streams.map(\.carried)) }
    }
}
