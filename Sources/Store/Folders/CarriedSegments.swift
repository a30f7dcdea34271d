package import CRDT
package import Primitives
import Wire

/// A range of one chain in a segment: deltas, or a proof that the range is dead.
package struct CarriedRange: Equatable, Sendable {
    package let chain: ChainID
    package let start: UInt64
    package let end: UInt64
    /// Whether the range is dead; the segment then contains the proof instead of deltas.
    package let isDead: Bool

    /// Creates the range from `start` up to, but not including, `end`.
    package init(chain: ChainID, start: UInt64, end: UInt64, isDead: Bool) {
        self.chain = chain
        self.start = start
        self.end = end
        self.isDead = isDead
    }
}

// Records the segments that this device has written to folders: their readers and their contents.
extension Store {
    /// A segment that this device has written to a folder.
    struct CarriedSegment {
        let number: Int64
        let name: String
        let audience: Int64
        let bytes: Int
        /// The digest of this device's frontier, if the segment contains it; nil otherwise.
        let word: Bytes16?
        /// Whether the segment is to be deleted.
        let isLeaving: Bool
        /// The rows of the devices it is for, and the chain ranges it contains.
        let readers: [Int64]
        let ranges: [CarriedRange]
    }

    /// Returns the segments written to a folder, oldest first.
    func carriedSegments(in folder: Int64) throws(StorageError) -> [CarriedSegment] {
        let rows = try database.rows(
            """
            SELECT id, name, audience, bytes, word, leaving FROM carried_segments
            WHERE folder = ? ORDER BY id
            """, [.integer(folder)]
        ) { (row) throws(StorageError) in
            (
                row.integer(0), row.text(1), row.integer(2), Int(row.integer(3)),
                row.isNull(4) ? nil : Bytes16(row.bytes(4)), row.integer(5) != 0
            )
        }
        var segments: [CarriedSegment] = []
        for (number, name, audience, bytes, word, isLeaving) in rows {
            segments.append(
                CarriedSegment(
                    number: number, name: name, audience: audience, bytes: bytes, word: word,
                    isLeaving: isLeaving, readers: try readers(of: number),
                    ranges: try ranges(of: number)))
        }
        return segments
    }

    private func readers(of segment: Int64) throws(StorageError) -> [Int64] {
        try database.rows(
            "SELECT device FROM carried_readers WHERE segment = ? ORDER BY device",
            [.integer(segment)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    private func ranges(of segment: Int64) throws(StorageError) -> [CarriedRange] {
        try database.rows(
            """
            SELECT chain, start, stop, dead FROM carried_ranges WHERE segment = ?
            ORDER BY chain, start
            """, [.integer(segment)]
        ) { (row) throws(StorageError) in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            return CarriedRange(
                chain: ChainID(chain), start: UInt64(row.integer(1)),
                end: UInt64(row.integer(2)), isDead: row.integer(3) != 0)
        }
    }

    /// Records a segment that is being written to a folder.
    ///
    /// - Parameter word: the digest of this device's frontier, if the segment contains it.
    package func carry(
        _ name: String, in folder: Int64, of audience: Int64, bytes: Int, word: Bytes16?,
        readers: [Certificate], ranges: [CarriedRange]
    ) throws(StorageError) {
        try database.run(
            """
            INSERT INTO carried_segments (folder, name, audience, bytes, word, leaving)
            VALUES (?, ?, ?, ?, ?, 0)
            """, .integer(folder), .text(name), .integer(audience), .integer(bytes),
            word.map { .blob($0.bytes) } ?? .null)
        let number = database.lastInserted
        for reader in readers {
            try database.run(
                "INSERT OR IGNORE INTO carried_readers (segment, device) VALUES (?, ?)",
                .integer(number), .integer(try keep(reader)))
        }
        for range in ranges {
            try database.run(
                """
                INSERT OR IGNORE INTO carried_ranges (segment, chain, start, stop, dead)
                VALUES (?, ?, ?, ?, ?)
                """, .integer(number), .blob(range.chain.bytes.bytes),
                .integer(Int64(range.start)), .integer(Int64(range.end)),
                .integer(range.isDead ? 1 : 0))
        }
    }

    /// Marks the segment for deletion; does nothing if it is marked already.
    func dismiss(_ segment: CarriedSegment) throws(StorageError) {
        guard !segment.isLeaving else { return }
        try database.run(
            "UPDATE carried_segments SET leaving = 1 WHERE id = ?", .integer(segment.number))
    }

    /// Deletes the record of a segment whose file no longer exists.
    func forget(_ segment: CarriedSegment) throws(StorageError) {
        for sql in [
            "DELETE FROM carried_readers WHERE segment = ?",
            "DELETE FROM carried_ranges WHERE segment = ?",
            "DELETE FROM carried_segments WHERE id = ?",
        ] {
            try database.run(sql, .integer(segment.number))
        }
    }
}
