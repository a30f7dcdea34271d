import Domain

// Plans reactions. Few things have reactions; they live in their own table.
extension SearchPlanner {
    /// Plans the things whose number of such reactions satisfies the bound.
    mutating func plan(
        _ counted: ReactionCount, _ bound: DetailTest.Bound, _ edge: Int64
    ) throws(StorageError) -> SearchPlan {
        // Things without reactions have no row, so if the bound holds for zero, this excludes those that fail.
        let holdsForNone = bound.holds(0, edge)
        let rows = try gather(
            ReactionSQL.counted(counted, bound, holds: !holdsForNone), [.integer(edge)])
        return holdsForNone ? .not(.rows(rows)) : .rows(rows)
    }

    /// Gathers the things with a comment that contains the folded `text`. Every comment is scanned.
    mutating func rows(saying text: String) throws(StorageError) -> RowSet {
        var rows = RowSet()
        guard refusal == nil else { return rows }
        for target in try targets(saying: Array(text.utf8)) {
            effort.spend(2 * SearchEffort.lookup)
            guard !effort.isSpent else { break }
            guard let thing = try store.thing(at: target) else { continue }
            for row in try store.rows(of: thing) { rows.insert(row) }
        }
        if effort.isSpent { refuseAsTooBroad() }
        return rows
    }

    // Returns the references of the things commented on, in ascending order and without duplicates.
    private mutating func targets(saying folded: [UInt8]) throws(StorageError) -> [Int64] {
        var targets: Set<Int64> = []
        let statement = try store.database.statement(ReactionSQL.said)
        defer { statement.reset() }
        while !effort.isSpent, try statement.step() {
            let (isSaid, length) = statement.withBytes(1) { text in
                (FoldedBytes.contains(text, folded), text.count)
            }
            effort.spend(SearchEffort.text * (1 + length / Self.textEach))
            if isSaid { targets.insert(statement.integer(0)) }
        }
        return targets.sorted()
    }

    // The number of bytes scanned in one step (half a microsecond).
    private static let textEach = 512

    /// Gathers the things to which the person of this node has this reaction.
    mutating func rows(judged reaction: Reaction) throws(StorageError) -> RowSet {
        try gather(ReactionSQL.judged, [.integer(Int(reaction.rawValue))])
    }
}

private enum ReactionSQL {
    static func counted(
        _ counted: ReactionCount, _ bound: DetailTest.Bound, holds: Bool
    ) -> String {
        """
        SELECT object FROM tallies
        WHERE \(holds ? "" : "NOT ")\(counted.rawValue) \(bound.rawValue) ? ORDER BY object
        """
    }

    static let said = "SELECT target, text FROM comments ORDER BY object"
    static let judged = "SELECT object FROM tallies WHERE own = ? ORDER BY object"
}
