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

    static let judged = "SELECT object FROM tallies WHERE own = ? ORDER BY object"
}
