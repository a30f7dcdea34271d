import Primitives

@testable import Store
@testable import Sync

/// Checks that traffic and storage are proportional to the data: a link carries a few times what its sender holds plus
/// a little for each second, and the files take a few times the log.
enum BoundedBytes {
    static let claim = "bytes are in proportion"

    /// Handshake, keys and interest, and frontiers of many chains.
    private static let perLink = 256 * 1024
    /// Heartbeats, offers and acknowledgements.
    private static let perSecond = 2 * 1024
    /// Dead deltas that were held before were sent as well.
    private static let perHeldByte = 4
    private static let emptyFiles = 8 * 1024 * 1024
    /// SQLite's write-ahead log, which is checkpointed from 4,000 pages on (docs/reference/storage.md) and keeps its size.
    private static let log = 4_000 * (4_096 + 24)
    private static let perLoggedByte = 64

    /// Segments kept for others are rewritten on removal.
    private static let perKeptByte = 4
    /// Each segment is put once and fetched by a few.
    private static let perSegment = 16 * 1024

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        let segments = cluster.machines.reduce(0) { sum, machine in
            let uses = machine.engine?.mailboxes?.isEmpty == false
            return sum + (uses ? Int(machine.engine?.segmentsMade ?? 0) : 0)
        }
        for machine in cluster.honest where machine.store != nil {
            let held = try machine.read { (store) throws(StorageError) in
                try store.database.row(
                    "SELECT coalesce(sum(length(header) + length(payload) + 64), 0) FROM deltas"
                ) { Int($0.integer(0)) } ?? 0
            }
            let pieces = try machine.read { (store) throws(StorageError) in
                try store.database.row(
                    """
                    SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM blob_pieces)
                        + (SELECT coalesce(sum(length), 0) FROM blob_sums) ORDER BY 1
                    """
                ) { Int($0.integer(0)) } ?? 0
            }
            let kept = try machine.read { (store) throws(StorageError) in
                try store.database.row(
                    "SELECT coalesce(sum(length), 0) FROM kept_segments ORDER BY 1"
                ) { Int($0.integer(0)) } ?? 0
            }
            let files =
                emptyFiles + log + perLoggedByte * held + perKeptByte * (kept + pieces)
            guard machine.disk.size <= files else {
                throw BrokenClaim(
                    claim, "\(machine.place) keeps \(machine.disk.size) bytes for a log of \(held)")
            }
            // What a hostile node is sent is bounded by the credit that it gives.
            for link in cluster.network.open
            where link.ends.allSatisfy({ cluster.isHonest($0.host) }) {
                for end in 0...1 where link.ends[end].host == machine.number {
                    let seconds = Int((cluster.now - link.openedAt).nanoseconds / 1_000_000_000)
                    let most =
                        perLink + perSecond * seconds + perHeldByte * (held + pieces)
                        + segments * perSegment
                    guard link.streams[end].carried <= most else {
                        throw BrokenClaim(
                            claim,
                            "\(machine.place) said \(link.streams[end].carried) bytes over a link, "
                                + "not \(most), in \(seconds) s, and holds \(held) and files of "
                                + "\(pieces)")
                    }
                }
            }
        }
    }
}
