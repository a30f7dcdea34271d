import CRDT
import Domain
import Primitives

@testable import Store

/// What is waiting at one node at one moment.
struct WaitingSample {
    /// The number of deltas that wait for the key of their epoch.
    private(set) var keys: Int64 = 0
    /// The number of deltas that refer to a chain whose part is not here yet.
    private(set) var chains: Int64 = 0

    init() {}

    /// Examines `store`.
    init(_ store: Store) throws(StorageError) {
        let found = try store.database.row(
            """
            SELECT coalesce(sum(length(reason) = 16), 0), coalesce(sum(length(reason) = 17), 0)
            FROM waiting
            """
        ) { ($0.integer(0), $0.integer(1)) }
        if let found { (keys, chains) = found }
    }
}

/// Rare situations that the tables of one node show at one moment.
struct TableSample {
    /// The number of epochs of its person's own audiences.
    private(set) var ownEpochs: Int64 = 0
    private(set) var reached: [Mark] = []

    init() {}

    /// Examines `store`, whose clock shows `wall`.
    ///
    /// - Parameter marks: situations that have occurred already are not looked for.
    init(_ store: Store, _ wall: WallTime, besides marks: Marks) throws(StorageError) {
        ownEpochs = try Self.count(
            """
            epochs e JOIN audiences a ON a.id = e.audience JOIN people p ON p.id = a.owner
            WHERE a.kind < 4 AND p.person = ?
            """, store, [.blob(store.owner.person.key.bytes)])
        for (mark, rest) in Self.rare where !marks.hasReached(mark) {
            if try Self.count(rest, store) > 0 { reached.append(mark) }
        }
        if !marks.hasReached(.twinRotations), try Self.hasTwinRotations(store) {
            reached.append(.twinRotations)
        }
        let ahead = Int64(wall.milliseconds + 86_400_000) << 16
        if !marks.hasReached(.futureStamp),
            try Self.count("chains WHERE stamp > ?", store, [.integer(ahead)]) > 0
        {
            reached.append(.futureStamp)
        }
        let behind = Int64(wall.milliseconds + 1000) << 16
        if !marks.hasReached(.pulledClock),
            try Self.count(
                "chains c JOIN devices d ON d.id = c.device WHERE c.stamp > ? AND d.device = ?",
                store, [.integer(behind), .blob(store.owner.device.key.bytes)]) > 0
        {
            reached.append(.pulledClock)
        }
    }

    // Several heads: the writer of each did not know of the others.
    private static func hasTwinRotations(_ store: Store) throws(StorageError) -> Bool {
        let numbers = try store.database.rows(
            "SELECT id FROM audiences WHERE kind <> 3 ORDER BY id"
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in numbers {
            if try store.heads(of: try store.audience(number)).count > 1 { return true }
        }
        return false
    }

    // The part after FROM of each query; each is answered by an index or from a small table.
    private static let rare: [(Mark, String)] = [
        (.claimedKey, "epochs WHERE audience IS NULL AND key IS NOT NULL"),
        (.lockedRotation, "epochs WHERE audience IS NOT NULL AND key IS NULL"),
        (.manyEpochs, "(SELECT audience FROM epochs GROUP BY audience HAVING count(*) >= 6)"),
        (.conflict, "bookmarks WHERE conflicts > 0"),
        (.shadowedCopy, "objects WHERE hidden = 2 AND kind = 1"),
        (.homelessCopy, "settings WHERE name = 'own copies'"),
        (.unplaced, "unplaced"),
        (.dissolved, "objects WHERE kind = 8"),
        (.garmentSeen, "objects WHERE kind = 11 AND audience > 1 AND hidden = 0"),
        (.garmentConflict, "bookmarks WHERE kind = 11 AND conflicts > 0"),
        (.checkpoint, "checkpoints"),
        (.checkpointTold, "checkpoints WHERE proof IS NOT NULL"),
    ]

    private static func count(
        _ rest: String, _ store: Store, _ values: [SQLValue] = []
    ) throws(StorageError) -> Int64 {
        try store.database.row("SELECT count(*) FROM \(rest)", values) { $0.integer(0) } ?? 0
    }
}
