import GRDBSQLite
import Primitives
import Sodium
import Wire

/// Reads a database with SQLite alone, from a copy of a disk's current contents, even if it is open elsewhere.
final class Inspection {
    private let disk: SimulatedDisk
    private let connection: OpaquePointer
    private let place: String

    /// - Parameter place: names the node in a broken claim.
    init(_ original: SimulatedDisk, at place: String) throws(BrokenClaim) {
        let copy = SimulatedDisk(copyOf: original, dice: Dice(seed: 0))
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            copy.path(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw BrokenClaim(Integrity.claim, "\(place): no database, code \(code)")
        }
        disk = copy
        connection = opened
        self.place = place
        // No shared memory, as in the store.
        _ = try rows("PRAGMA locking_mode = EXCLUSIVE")
    }

    deinit { sqlite3_close_v2(connection) }

    /// Returns the rows of `sql`, each with its values as text in a row.
    func rows(_ sql: String) throws(BrokenClaim) -> [String] {
        var rows: [String] = []
        try each(sql) { statement in
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
                }.joined(separator: " "))
        }
        return rows
    }

    /// Returns one hash of all rows of all tables and of the schema, which defines their meaning.
    func digest() throws(BrokenClaim) -> Bytes32 {
        var hasher = Hasher32()
        for row in try rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid") {
            hasher.update(Array(row.utf8))
        }
        let tables = try rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
            """)
        for table in tables {
            hasher.update(Array(table.utf8))
            let columns = try rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
            let order = columns.indices.map { "\($0 + 1)" }.joined(separator: ", ")
            try each("SELECT * FROM \"\(table)\" ORDER BY \(order)") { statement in
                for column in 0..<sqlite3_column_count(statement) {
                    let count = Int(sqlite3_column_bytes(statement, column))
                    hasher.update([
                        UInt8(clamping: sqlite3_column_type(statement, column)),
                        UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8),
                    ])
                    guard count > 0, let start = sqlite3_column_blob(statement, column) else {
                        continue
                    }
                    hasher.update([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
                }
            }
        }
        addPieces(to: &hasher)
        return hasher.finish()
    }

    // Rows that describe pieces beside the database are only true if those files are intact. If the schema no longer
    // has such rows, there is nothing to add: the schema itself is in the hash.
    private func addPieces(to hasher: inout Hasher32) {
        let stride = Int64(BlobShape.sealedPieceMax)
        let pieces = try? rows(
            """
            SELECT '/replica.db-f' || (id >> 16), (id & 65535) * \(stride), length
            FROM blob_sums ORDER BY id
            """)
        for piece in pieces ?? [] {
            let parts = piece.split(separator: " ")
            guard parts.count == 3, let start = Int(parts[1]), let length = Int(parts[2]),
                let bytes = disk.file(named: String(parts[0]))?.image.bytes,
                start <= bytes.count, (0...bytes.count - start).contains(length)
            else {
                hasher.update(Array("none".utf8))
                continue
            }
            hasher.update(Array(bytes[start..<start + length]))
        }
    }

    /// A delta as stored in the log.
    struct Delta {
        let row: String
        /// Header and payload.
        let body: String
        /// Empty if it has none.
        let signature: String

        /// Whether it equals `other`, except that its signature may be missing, since a later one covers it.
        func says(_ other: Delta) -> Bool {
            body == other.body && (signature.isEmpty || signature == other.signature)
        }
    }

    /// Returns all deltas, by row.
    func log() throws(BrokenClaim) -> [Delta] {
        let found = try rows(
            """
            SELECT id, hex(header) || '-' || hex(payload), coalesce(hex(signature), '') || '.'
            FROM deltas ORDER BY id
            """)
        return found.compactMap { row in
            let parts = row.split(separator: " ").map(String.init)
            guard parts.count == 3 else { return nil }
            return Delta(row: parts[0], body: parts[1], signature: String(parts[2].dropLast()))
        }
    }

    private func each(
        _ sql: String, _ body: (OpaquePointer) -> Void
    ) throws(BrokenClaim) {
        var prepared: OpaquePointer?
        var code = sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
        defer { sqlite3_finalize(prepared) }
        guard code == SQLITE_OK, let prepared else {
            throw BrokenClaim(Integrity.claim, "\(place): code \(code) from \(sql)")
        }
        code = sqlite3_step(prepared)
        while code == SQLITE_ROW {
            body(prepared)
            code = sqlite3_step(prepared)
        }
        guard code == SQLITE_DONE else {
            throw BrokenClaim(Integrity.claim, "\(place): code \(code) from \(sql)")
        }
    }
}
