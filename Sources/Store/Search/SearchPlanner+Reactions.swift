import Domain

// Reactions: of most things nothing is said, and what is stands in a table of its own.
extension SearchPlanner {
    /// The things of which so many think so.
    mutating func plan(
        _ counted: ReactionCount, _ bound: DetailTest.Bound, _ edge: Int64
    ) throws(StorageError) -> SearchPlan {
        // Of what nobody has judged nothing is told, so that all are taken but those that fail.
        let holdsForNone = bound.holds(0, edge)
        let rows = try gather(
            ReactionSQL.counted(counted, bound, holds: !holdsForNone), [.integer(edge)])
        return holdsForNone ? .not(.rows(rows)) : .rows(rows)
    }

    /// The things on which somebody said this, which is folded. Every comment is looked into.
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

    // How the things are referred to; rising, each once.
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

    // So many bytes are looked through in half a microsecond.
    private static let textEach = 512

    /// The things of which the person of this node thinks so.
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
