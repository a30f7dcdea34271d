import Domain
package import Primitives
import Wire

// What nothing refers to any more is erased, once what was deleted cannot be taken back any more.
extension Store {
    /// There may be files that are to be erased, or to be marked for it.
    package var hasBlobs: Bool { memory.hasBlobs }

    /// Something was dropped that is to be erased at once.
    package var isBlobSweepDue: Bool { memory.isBlobSweepDue }

    /// Marks what nothing refers to, and erases some of what was so long enough.
    ///
    /// - Returns: true if there is more to erase.
    package func sweepSomeBlobs(at wall: WallTime) throws(StorageError) -> Bool {
        if !memory.isBlobSweepBegun {
            try database.run(BlobSQL.markUnused, .time(wall))
            try database.run(BlobSQL.markUsed)
            // Who has begun to put one in, and said no more for a day, has gone.
            try database.run(
                """
                DELETE FROM blob_drafts
                WHERE blob IN (SELECT id FROM blobs WHERE name IS NULL AND unused <= ?)
                """, .integer(Self.before(wall, days: 1)))
        }
        memory.isBlobSweepBegun = true
        memory.isBlobSweepDue = false
        let doomed = try database.row(
            BlobSweepSQL.doomed,
            [
                .integer(Self.before(wall, days: Int64(Self.trashDays))),
                .integer(Self.before(wall, days: 1)),
            ]
        ) { $0.integer(0) }
        if let doomed, try eraseSome(ofBlob: doomed) { return true }
        memory.isBlobSweepBegun = false
        let count = try database.row("SELECT count(*) FROM blobs ORDER BY 1") { $0.integer(0) }
        memory.hasBlobs = count ?? 0 > 0
        return false
    }

    private func eraseSome(ofBlob number: Int64) throws(StorageError) -> Bool {
        let first = number << BlobRecord.pieceBits
        // From now on nobody is given any of it.
        memory.blobs = [:]
        memory.blobPieces = nil
        try database.run(
            "UPDATE blobs SET wanted = 0, held = 0, pieces = ? WHERE id = ?", .blob([]),
            .integer(number))
        try database.run(
            """
            DELETE FROM blob_pieces WHERE id IN (
                SELECT id FROM blob_pieces WHERE id >= ? AND id < ? ORDER BY id LIMIT ?)
            """, .integer(first), .integer(first + 1 << BlobRecord.pieceBits),
            .integer(Self.piecesErasedPerSlice))
        guard database.changes < Self.piecesErasedPerSlice else { return true }
        try database.run("DELETE FROM blobs WHERE id = ?", .integer(number))
        memory.isResidueDue = true
        return true
    }

    private static func before(_ wall: WallTime, days: Int64) -> Int64 {
        max(Int64(clamping: wall.milliseconds) - days * 24 * 60 * 60 * 1000, 1)
    }

    /// Two megabytes: about 10 ms.
    private static let piecesErasedPerSlice = 64
}

private enum BlobSweepSQL {
    /// One that nothing has referred to for its days, or that was never put in to the end.
    static let doomed = """
        SELECT id FROM blobs WHERE unused <= ?1
        OR name IS NULL AND unused <= ?2 AND id NOT IN (SELECT blob FROM blob_drafts ORDER BY blob)
        ORDER BY id LIMIT 1
        """
}
