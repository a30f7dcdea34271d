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
        // From now on nobody is given any of it: what is erased later nobody is told of.
        memory.blobs = [:]
        memory.blobPieces = nil
        try database.run(
            """
            UPDATE blobs SET wanted = 0, held = 0, pieces = ?1
            WHERE id = ?2 AND (wanted > 0 OR held > 0)
            """, .blob([]), .integer(number))
        if database.changes > 0 { return true }
        if try eraseSomePieces(of: number) { return true }
        try database.run("DELETE FROM blobs WHERE id = ?", .integer(number))
        memory.isResidueDue = true
        return true
    }

    private static func before(_ wall: WallTime, days: Int64) -> Int64 {
        max(Int64(clamping: wall.milliseconds) - days * 24 * 60 * 60 * 1000, 1)
    }
}

private enum BlobSweepSQL {
    /// One that nothing has referred to for its days, or that was never put in to the end.
    static let doomed = """
        SELECT id FROM blobs WHERE unused <= ?1
        OR name IS NULL AND unused <= ?2 AND id NOT IN (SELECT blob FROM blob_drafts ORDER BY blob)
        ORDER BY id LIMIT 1
        """
}
