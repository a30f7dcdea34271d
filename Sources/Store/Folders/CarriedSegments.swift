package import CRDT
package import Primitives
import Wire

/// Deltas of one chain that a segment has, or what of a chain it proves to be dead.
package struct CarriedRange: Equatable, Sendable {
    package let chain: ChainID
    package let start: UInt64
    package let end: UInt64
    /// Nothing of it lives: the segment has the proof of that.
    package let isDead: Bool

    /// From `start` to before `end`.
    package init(chain: ChainID, start: UInt64, end: UInt64, isDead: Bool) {
        self.chain = chain
        self.start = start
        self.end = end
        self.isDead = isDead
    }
}

// The segments that this device has put into folders: for whom, and what is in them.
extension Store {
    /// One of them.
    struct CarriedSegment {
        let number: Int64
        let name: String
        let audience: Int64
        let bytes: Int
        /// How far this device was when it said so in it; nil if it did not.
        let word: Bytes16?
        /// It is to go.
        let isLeaving: Bool
        /// Rows of devices, and the ranges in it with their chains.
        let readers: [Int64]
        let ranges: [CarriedRange]
    }

    /// What was put into a folder, oldest first.
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

    /// Takes note of a segment that is being put into a folder.
    ///
    /// - Parameter word: how far this device is, if it says so in it.
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

    /// It is to go, or has to go again.
    func dismiss(_ segment: CarriedSegment) throws(StorageError) {
        guard !segment.isLeaving else { return }
        try database.run(
            "UPDATE carried_segments SET leaving = 1 WHERE id = ?", .integer(segment.number))
    }

    /// It is not there.
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
