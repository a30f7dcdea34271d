import Domain
package import Primitives
import Wire

// Erases files that nothing refers to, once the deletion of what referred to them can no longer be undone.
extension Store {
    /// Whether there may be files to erase or to mark as unused.
    package var hasBlobs: Bool { memory.hasBlobs }

    /// Whether something was discarded that is to be erased at once.
    package var isBlobSweepDue: Bool { memory.isBlobSweepDue }

    /// Marks files that nothing refers to, and erases some of those that have been unused long enough.
    ///
    /// - Returns: true if there is more to erase.
    package func sweepSomeBlobs(at wall: WallTime) throws(StorageError) -> Bool {
        if !memory.isBlobSweepBegun {
            try database.run(BlobSQL.markUnused, .time(wall))
            try database.run(BlobSQL.markUsed)
            // A draft that was begun more than a day ago is abandoned.
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
        // From here on the file is not offered to peers, so pieces erased later need no notification.
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
    /// A file unused for the full retention time, or one that was never completed.
    static let doomed = """
        SELECT id FROM blobs WHERE unused <= ?1
        OR name IS NULL AND unused <= ?2 AND id NOT IN (SELECT blob FROM blob_drafts ORDER BY blob)
        ORDER BY id LIMIT 1
        """
}
