import CRDT
import Domain

// Recommends visible things that this person may like.
extension Store {
    func recommend(_ wish: RecommendationWish) throws(StorageError) -> Answer {
        let checked: RecommendationWish
        switch wish.checked {
        case .failure(let problem): return .rejected(problem)
        case .success(let kept): checked = kept
        }
        var judged: [Bookmark] = []
        for reaction in Reaction.allCases {
            let rows = try database.rows(
                RecommendSQL.judged,
                [.integer(Int(reaction.rawValue)), .integer(Self.judgedMax)]
            ) { (row) throws(StorageError) in row.integer(0) }
            judged += try things(rows)
        }
        var candidates: [Bookmark] = []
        for kind in RecommendationWish.kinds where checked.kind == nil || checked.kind == kind {
            let rows = try database.rows(
                RecommendSQL.seen, [.integer(Int(kind.rawValue)), .integer(Self.candidatesMax)]
            ) { (row) throws(StorageError) in row.integer(0) }
            candidates += try things(rows)
        }
        let muted = try muted()
        candidates.removeAll { $0.isMuted(by: muted) }
        let found = Recommendation.of(candidates, judged: judged, for: checked)
        return .feeds(.recommendations(Array(found.prefix(checked.limit))))
    }

    // The newest things of each kind, and the newest with a reaction of one's own, that are considered: about 50 ms.
    private static let candidatesMax = 500
    private static let judgedMax = 200

    // Returns the things, outfits together with their parts.
    private func things(_ rows: [Int64]) throws(StorageError) -> [Bookmark] {
        var things: [Bookmark] = []
        for thing in try bookmarks(rows: rows) {
            var thing = thing
            if thing.kind == .outfit { thing.parts = try parts(of: thing) }
            things.append(thing)
        }
        return things
    }
}

private enum RecommendSQL {
    static let judged = """
        SELECT t.object FROM tallies t JOIN objects o ON o.id = t.object
        WHERE t.own = ? AND o.hidden = 0 ORDER BY t.object DESC LIMIT ?
        """
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let seen = """
        SELECT b.object FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.hidden = 0 ORDER BY b.object DESC LIMIT ?
        """
}
