import CRDT
import Domain
import Primitives

// What is told of garments together.
extension Store {
    /// The answer to `query`.
    func answer(_ query: WardrobeQuery) throws(StorageError) -> Answer {
        switch query {
        case .suggest(let wish):
            switch wish.checked {
            case .failure(let problem): return .rejected(problem)
            case .success(let wish):
                let rows = try garmentRows(WardrobeSQL.seen, atMost: Self.weighedMax)
                return .advice(OutfitAdvice(for: wish, of: try bookmarks(rows: rows)))
            }
        case .stats(nil):
            let rows = try garmentRows(WardrobeSQL.own, atMost: Self.countedMax + 1)
            guard rows.count <= Self.countedMax else {
                return .rejected(
                    Problem(
                        .tooMany, "you have more than \(Self.countedMax) garments",
                        fix: "name a closet: weft closet ls"))
            }
            return .stats(ClosetStats(try bookmarks(rows: rows)))
        case .stats(let closet?): return try stats(of: closet)
        }
    }

    // Garments that hang in it; outfits that do are no more than their garments.
    private func stats(of reference: Reference) throws(StorageError) -> Answer {
        let row: Int64
        switch try resolve(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let closet = try bookmark(row: row) else { throw .corrupt }
        guard closet.kind == .closet else {
            return .rejected(
                Problem(
                    .notFound, "\(closet.id.short) is \(closet.kind.named), and no closet",
                    fix: "weft closet ls"))
        }
        let garments = closet.parts.map(\.thing).filter { $0.kind == .garment && !$0.isTrashed }
        let hidden = closet.contents.count { closet.part($0) == nil }
        return .stats(ClosetStats(garments, hidden: hidden))
    }

    // About 30 ms.
    private static let weighedMax = 500
    // About 100 ms.
    private static let countedMax = 2000

    private func garmentRows(_ sql: String, atMost most: Int) throws(StorageError) -> [Int64] {
        try database.rows(
            sql, [.integer(Int(Kind.garment.rawValue)), .integer(try me), .integer(most)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }
}

private enum WardrobeSQL {
    // The second condition is the index's own, so that SQLite takes it.
    static let seen = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.hidden = 0
        ORDER BY o.author <> ?, b.object DESC LIMIT ?
        """
    static let own = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.author = ? AND o.hidden = 0
        ORDER BY b.object DESC LIMIT ?
        """
}
