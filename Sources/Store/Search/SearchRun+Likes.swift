import Domain

// Sorts by likes. An index groups things with equally many likes, and most things have none. So the groups are tested
// from the most liked down, each in order of the time saved.
extension SearchRun {
    /// Returns the first `limit` matches after `place`, the most liked first.
    mutating func mostLiked(
        _ limit: Int, behind place: ListKey?
    ) throws(StorageError) -> [ListKey] {
        let candidates = plan.candidates
        if let candidates, candidates.count <= Self.fewRows {
            return try first(limit, of: candidates, behind: place, walks: false)
        }
        // A cursor comes from outside and may hold any number.
        guard place?.likes ?? 0 >= 0 else { return [] }
        var keys: [ListKey] = []
        var most = place?.likes ?? .max
        while most > 0, keys.count < limit, !isRefused,
            let likes = try store.mostLikes(atMost: most)
        {
            var liked = RowSet(try store.rows(likedBy: likes))
            spend(liked.count / SearchEffort.rowsEach)
            if let candidates { liked.formIntersection(candidates) }
            keys += try first(
                limit - keys.count, of: liked, behind: place?.likes == likes ? place : nil,
                walks: true)
            most = likes - 1
        }
        guard keys.count < limit, !isRefused else { return keys }
        let liked = RowSet(try store.likedRows())
        spend(liked.count / SearchEffort.rowsEach)
        var others = candidates
        others?.subtract(liked)
        return try keys
            + first(
                limit - keys.count, of: others, without: liked,
                behind: place?.likes == 0 ? place : nil, walks: true)
    }

    /// Up to this many candidates, each one's likes are read separately: 2 ms.
    private static let fewRows = 1000
}

extension Store {
    /// Returns how many people like the thing in `row`.
    func likes(of row: Int64) throws(StorageError) -> Int64 {
        try database.row(LikesSQL.ofRow, [.integer(row)]) { $0.integer(0) } ?? 0
    }

    /// Returns the highest number of likes that any thing has, up to `bound`; nil if there is none.
    fileprivate func mostLikes(atMost bound: Int64) throws(StorageError) -> Int64? {
        try database.row(LikesSQL.most, [.integer(bound)]) { $0.integer(0) }
    }

    fileprivate func rows(likedBy likes: Int64) throws(StorageError) -> [Int64] {
        try database.rows(LikesSQL.equal, [.integer(likes)]) { (row) throws(StorageError) in
            row.integer(0)
        }
    }

    fileprivate func likedRows() throws(StorageError) -> [Int64] {
        try database.rows(LikesSQL.all) { (row) throws(StorageError) in row.integer(0) }
    }
}

// Conditions that look redundant repeat that of the partial index, so that SQLite uses it.
private enum LikesSQL {
    static let ofRow = "SELECT likes FROM tallies WHERE object = ? ORDER BY object"
    static let most = """
        SELECT likes FROM tallies WHERE likes > 0 AND likes <= ? ORDER BY likes DESC LIMIT 1
        """
    static let equal = """
        SELECT object FROM tallies WHERE likes = ? AND likes > 0 ORDER BY object
        """
    static let all = "SELECT object FROM tallies WHERE likes > 0 ORDER BY likes, object"
}
