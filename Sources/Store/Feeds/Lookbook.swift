import CRDT
import Domain
import Primitives

// Reads the lookbook: what this person likes, ordered by when they liked it.
extension Store {
    /// Returns a page, newest first.
    ///
    /// - Parameter cursor: the position where the previous page ended.
    func lookbook(_ limit: Int, cursor: String?) throws(StorageError) -> Answer {
        guard (1...Limits.pageMax).contains(limit) else { return .rejected(.pageSize(limit)) }
        var place = LookbookPlace.start
        if let cursor {
            guard let named = LookbookPlace(cursor: cursor) else { return .rejected(.badCursor) }
            place = named
        }
        // Reading one row too many tells whether there are more.
        var rows: [(row: Int64, place: LookbookPlace)] = []
        while rows.count <= limit, let next = try liking(behind: place) {
            place = next
            guard let row = try row(ofLiked: next) else { continue }
            rows.append((row, next))
        }
        let shown = rows.prefix(limit)
        return .page(
            ListPage(
                items: try bookmarks(rows: shown.map(\.row)),
                nextCursor: rows.count > limit ? shown.last?.place.cursor : nil, total: nil))
    }

    private func liking(behind place: LookbookPlace) throws(StorageError) -> LookbookPlace? {
        let values: [SQLValue] = [
            .integer(try me), .integer(Int(Reaction.like.rawValue)), .integer(place.stamp),
            .integer(place.target),
        ]
        return try database.row(LookbookSQL.next, values) { row in
            LookbookPlace(stamp: row.integer(0), target: row.integer(1))
        }
    }

    // Only the latest reaction counts, and things that are not visible are left out.
    private func row(ofLiked place: LookbookPlace) throws(StorageError) -> Int64? {
        let last = try database.row(
            LookbookSQL.last, [.integer(place.target), .integer(try me)]
        ) { row in (stamp: row.integer(0), value: row.integer(1)) }
        guard let last, last.stamp == place.stamp, last.value == Int64(Reaction.like.rawValue),
            let key = try thing(at: place.target)
        else { return nil }
        for row in try rows(of: key) {
            if let thing = try bookmarks(rows: [row]).first, !thing.isTrashed { return row }
        }
        return nil
    }
}

/// The position of a like: its stamp and its target.
private struct LookbookPlace {
    let stamp: Int64
    let target: Int64

    /// The position before the first like.
    static let start = LookbookPlace(stamp: .max, target: .max)

    init(stamp: Int64, target: Int64) {
        self.stamp = stamp
        self.target = target
    }

    // Both numbers, 8 bytes each, in base 32.
    var cursor: String {
        var bytes: [UInt8] = []
        for number in [stamp, target] {
            let word = UInt64(bitPattern: number)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return Base32.encode(bytes)
    }

    init?(cursor: String) {
        guard cursor.utf8.count <= 40, let bytes = Base32.decode(cursor), bytes.count == 16 else {
            return nil
        }
        let numbers = [bytes[..<8], bytes[8...]].map { half in
            Int64(bitPattern: half.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        (stamp, target) = (numbers[0], numbers[1])
    }
}

private enum LookbookSQL {
    static let next = """
        SELECT stamp, target FROM reactions
        WHERE person = ? AND value = ? AND (stamp, target) < (?, ?)
        ORDER BY stamp DESC, target DESC LIMIT 1
        """
    static let last = """
        SELECT stamp, value FROM reactions WHERE target = ? AND person = ?
        ORDER BY stamp DESC, value DESC LIMIT 1
        """
}
