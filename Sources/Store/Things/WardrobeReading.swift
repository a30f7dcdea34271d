import CRDT
import Domain
import Primitives

// Queries about garments as a whole.
extension Store {
    /// Answers `query`.
    func answer(_ query: WardrobeQuery) throws(StorageError) -> Answer {
        switch query {
        case .suggest(let wish, _):
            switch wish.checked {
            case .failure(let problem): return .rejected(problem)
            case .success(let wish):
                var rows = try garmentRows(WardrobeSQL.own, atMost: Self.weighedMax)
                let left = Self.weighedMax - rows.count
                if left > 0 { rows += try garmentRows(WardrobeSQL.others, atMost: left) }
                return .advice(OutfitAdvice(for: wish, of: try bookmarks(rows: rows)))
            }
        case .stats: preconditionFailure("what is counted in slices is asked by the engine")
        }
    }

    // The most garments considered: about 30 ms.
    private static let weighedMax = 500

    private func garmentRows(_ sql: String, atMost most: Int) throws(StorageError) -> [Int64] {
        try database.rows(
            sql, [.integer(Int(Kind.garment.rawValue)), .integer(try me), .integer(most)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }
}

private enum WardrobeSQL {
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let own = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.author = ? AND o.hidden = 0
        ORDER BY b.object DESC LIMIT ?
        """
    static let others = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.author <> ? AND o.hidden = 0
        ORDER BY b.object DESC LIMIT ?
        """
}
