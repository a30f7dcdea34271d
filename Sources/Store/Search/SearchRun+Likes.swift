import Domain

// The order by likes: what equally many like lies together in an index, and most things nobody has
// judged. So the most liked are asked first, those of one number by the time they were saved.
extension SearchRun {
    /// The first `limit` matches behind `place`, the most liked first.
    mutating func mostLiked(
        _ limit: Int, behind place: ListKey?
    ) throws(StorageError) -> [ListKey] {
        let candidates = plan.candidates
        if let candidates, candidates.count <= Self.fewRows {
            return try first(limit, of: candidates, behind: place, walks: false)
        }
        // A cursor comes from outside, and may name any number.
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

    /// Of so few it is asked one by one how many like each: 2 ms.
    private static let fewRows = 1000
}

extension Store {
    /// How many people like the thing in `row`.
    func likes(of row: Int64) throws(StorageError) -> Int64 {
        try database.row(LikesSQL.ofRow, [.integer(row)]) { $0.integer(0) } ?? 0
    }

    /// The highest number of likes that a thing has, up to `bound`; nil if nothing is liked so little.
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

// The condition that stands twice is the index's own, so that SQLite takes it.
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
