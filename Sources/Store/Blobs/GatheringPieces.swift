import GRDBSQLite

// A backup is a single database: pieces stored beside the original database become rows in it.
extension PieceFiles {
    /// Writes the pieces listed in a copy of the database into that copy, as rows. A piece that the disk has damaged
    /// is fetched again by the node that opens the copy.
    ///
    /// - Parameter copy: nobody else has it open, and it is discarded if this fails.
    func gather(into copy: OpaquePointer) throws(StorageError) {
        let next = try Statement(GatherSQL.next, on: copy)
        guard try next.step() else { return }
        next.reset()
        // The copy is made durable as a whole later, so a rollback journal is of no use.
        for pragma in GatherSQL.pragmas { try Statement(pragma, on: copy).run() }
        let put = try Statement(GatherSQL.put, on: copy)
        let drop = try Statement(GatherSQL.drop, on: copy)
        var isMore = true
        while isMore {
            try Statement("BEGIN", on: copy).run()
            var rows: [(id: Int64, hash: [UInt8], sum: PieceSum?)] = []
            while try next.step() {
                rows.append((next.integer(0), next.bytes(1), PieceSum(next, from: 1)))
            }
            for row in rows {
                let (number, piece) = BlobRecord.place(of: row.id)
                let sealed = try row.sum.map { (sum) throws(StorageError) in
                    try self.piece(piece, of: number, sum)
                }
                put.bind(1, row.id)
                put.bind(2, blob: row.hash)
                put.bind(3, blob: (sealed ?? nil) ?? [])
                try put.run()
                drop.bind(1, row.id)
                try drop.run()
            }
            try Statement("COMMIT", on: copy).run()
            isMore = !rows.isEmpty
        }
    }
}

private enum GatherSQL {
    /// At most 2 MB at a time.
    static let next = "SELECT id, hash, length, sum FROM blob_sums ORDER BY id LIMIT 64"
    static let put = "INSERT OR REPLACE INTO blob_pieces (id, hash, bytes) VALUES (?, ?, ?)"
    static let drop = "DELETE FROM blob_sums WHERE id = ?"
    static let pragmas = [
        "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = DELETE",
        "PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF",
    ]
}
