/// How much this replica holds, as `weft status` tells it.
package struct StoreCounts: Equatable, Sendable {
    /// Own links that are not in the trash.
    package var ownLinks: Int
    /// Links of others in sight.
    package var seenLinks: Int
    /// Tags that some link carries; spellings that fold alike are one.
    package var tags: Int
    /// Deltas in the log.
    package var deltas: Int

    /// Links in sight.
    package var visibleLinks: Int { ownLinks + seenLinks }
}

/// Counts, and the state of the connection at which they were true.
struct CachedCounts {
    let counts: StoreCounts
    /// Rows changed by the connection until then: the same number means that nothing was written.
    let changes: Int64
}

extension Store {
    /// How much this replica holds. Counted from indexes, 10 to 40 ms for a million links, and kept
    /// until something is written.
    package func counts() throws(StorageError) -> StoreCounts {
        let changes = database.totalChanges
        if let known = memory.reading.counts, known.changes == changes { return known.counts }
        let all = try count(StatusSQL.links)
        let hidden = try count(StatusSQL.hiddenLinks)
        // What this person made in groups is his as well.
        let seen = try count(StatusSQL.seenLinks) - linkCount(ofOthers: try me)
        let counts = StoreCounts(
            ownLinks: all - hidden - seen, seenLinks: seen, tags: try count(StatusSQL.tags),
            deltas: try count(StatusSQL.deltas))
        memory.reading.counts = CachedCounts(counts: counts, changes: changes)
        return counts
    }

    /// How many links of somebody else are in sight; of this person, those outside his own home.
    package func linkCount(ofOthers author: Int64) throws(StorageError) -> Int {
        Int(try database.row(StatusSQL.seenLinksOf, [.integer(author)]) { $0.integer(0) } ?? 0)
    }

    private func count(_ sql: String) throws(StorageError) -> Int {
        Int(try database.row(sql) { $0.integer(0) } ?? 0)
    }
}

private enum StatusSQL {
    static let links = "SELECT count(*) FROM bookmarks"
    static let hiddenLinks = """
        SELECT count(*) FROM objects o JOIN bookmarks b ON b.object = o.id WHERE o.hidden > 0
        """
    // The condition is that of the index `objects_of_others`.
    static let seenLinks = """
        SELECT count(*) FROM objects WHERE audience > 1 AND kind = 1 AND hidden = 0
        """
    static let seenLinksOf = """
        SELECT count(*) FROM objects
        WHERE author = ? AND audience > 1 AND kind = 1 AND hidden = 0
        """
    static let tags = """
        SELECT count(DISTINCT g.folded) FROM tags g
        WHERE EXISTS (SELECT 1 FROM tagged t WHERE t.tag = g.id)
        """
    static let deltas = "SELECT coalesce(sum(length), 0) FROM chains"
}
