package import Domain

/// The size of this replica, as `weft status` shows it.
package struct StoreCounts: Equatable, Sendable {
    /// The number of things of each kind, links first.
    package var things: [ThingCount]
    /// The number of tags in use; spellings that fold alike count as one.
    package var tags: Int
    /// The number of deltas in the log.
    package var deltas: Int

    /// The number of own links that are not in the trash.
    package var ownLinks: Int { things.first?.own ?? 0 }

    /// The number of other people's visible links.
    package var seenLinks: Int { things.first?.seen ?? 0 }

    /// The number of visible links.
    package var visibleLinks: Int { ownLinks + seenLinks }

    /// The number of visible things.
    package var visibleThings: Int { things.reduce(0) { $0 + $1.own + $1.seen } }
}

/// Cached counts, and the state of the connection when they were made.
struct CachedCounts {
    let counts: StoreCounts
    /// `totalChanges` at that time; while it is the same, nothing was written.
    let changes: Int64
}

extension Store {
    /// Counts what this replica holds, from indexes: 10 to 40 ms for a million links, cached until something is
    /// written.
    package func counts() throws(StorageError) -> StoreCounts {
        let changes = database.totalChanges
        if let known = memory.reading.counts, known.changes == changes { return known.counts }
        let all = try count(StatusSQL.things)
        let others = try counts(StatusSQL.otherThings)
        let hidden = try counts(StatusSQL.hiddenThings)
        let seen = try counts(StatusSQL.seenThings)
        // Things that this person created in groups count as own.
        let mine = try counts(StatusSQL.seenThingsOf, [.integer(try me)])
        let besideLinks = others.reduce(0) { $0 + $1.count }
        let things = Kind.allCases.map { kind in
            let held = kind == .link ? all - besideLinks : others.of(kind)
            let ofOthers = seen.of(kind) - mine.of(kind)
            return ThingCount(kind, own: held - hidden.of(kind) - ofOthers, seen: ofOthers)
        }
        let counts = StoreCounts(
            things: things, tags: try count(StatusSQL.tags), deltas: try count(StatusSQL.deltas))
        memory.reading.counts = CachedCounts(counts: counts, changes: changes)
        return counts
    }

    private func count(_ sql: String) throws(StorageError) -> Int {
        Int(try database.row(sql) { $0.integer(0) } ?? 0)
    }

    private func counts(
        _ sql: String, _ values: [SQLValue] = []
    ) throws(StorageError) -> [(kind: Int64, count: Int)] {
        try database.rows(sql, values) { (row) throws(StorageError) in
            (kind: row.integer(0), count: Int(row.integer(1)))
        }
    }
}

extension [(kind: Int64, count: Int)] {
    fileprivate func of(_ kind: Kind) -> Int {
        first { $0.kind == Int64(kind.rawValue) }?.count ?? 0
    }
}

private enum StatusSQL {
    static let things = "SELECT count(*) FROM bookmarks"
    // Only kinds other than links, which have an index of their own: most things are links.
    static let otherThings = """
        SELECT kind, count(*) FROM bookmarks WHERE kind > 1 GROUP BY kind ORDER BY kind
        """
    static let hiddenThings = """
        SELECT b.kind, count(*) FROM objects o JOIN bookmarks b ON b.object = o.id
        WHERE o.hidden > 0 GROUP BY b.kind ORDER BY b.kind
        """
    // The condition is that of the index `objects_of_others`. The inner groups follow its order, so that only their
    // sums are sorted.
    static let seenThings = """
        SELECT kind, sum(count) FROM (
            SELECT kind, count(*) AS count FROM objects
            WHERE audience > 1 AND hidden = 0 AND kind \(KindSQL.isThing)
            GROUP BY author, audience, kind ORDER BY author, audience, kind
        ) GROUP BY kind ORDER BY kind
        """
    static let seenThingsOf = """
        SELECT kind, count(*) FROM objects
        WHERE author = ? AND audience > 1 AND hidden = 0 AND kind \(KindSQL.isThing)
        GROUP BY kind ORDER BY kind
        """
    static let tags = """
        SELECT count(DISTINCT g.folded) FROM tags g
        WHERE EXISTS (SELECT 1 FROM tagged t WHERE t.tag = g.id)
        """
    static let deltas = "SELECT coalesce(sum(length), 0) FROM chains"
}
