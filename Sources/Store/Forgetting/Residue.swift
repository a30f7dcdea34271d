// Removes remains of erased data that no table shows: in the write-ahead log, the full-text index and the table of
// tags.
extension Store {
    /// Whether erased data may still be in the write-ahead log; `truncateLog` removes it.
    package var isResidueDue: Bool { memory.isResidueDue && !isErasingDue }

    /// Copies the write-ahead log into the database file and truncates it, so that erased data is in neither. Call it
    /// only outside a transaction.
    package func truncateLog() throws(StorageError) {
        memory.isResidueDue = false
        try database.truncateLog()
    }

    /// Merges the full-text index, which holds erased words until then, and deletes unused tags.
    ///
    /// - Returns: whether more remains to do.
    func mergeSome() throws(StorageError) -> Bool {
        let isDue: Bool
        if let known = memory.isMerging {
            isDue = known
        } else {
            isDue = try setting(Self.residueSetting) == [1]
        }
        memory.isMerging = isDue
        guard isDue else { return false }
        guard try dropTags() else { return true }
        let before = database.totalChanges
        try database.run(
            "INSERT INTO search (search, rank) VALUES ('merge', ?)",
            .integer(memory.isMergingBegun ? limits.pagesPerSlice : -limits.pagesPerSlice))
        memory.isMergingBegun = true
        // - Source: sqlite.org/fts5.html, "the 'merge' command": with fewer than two changes, the merge is complete.
        guard database.totalChanges - before < 2 else { return true }
        memory.isMerging = false
        memory.isMergingBegun = false
        memory.isResidueDue = true
        try set(Self.residueSetting, to: [])
        return false
    }

    private func dropTags() throws(StorageError) -> Bool {
        try database.run(
            """
            DELETE FROM tags WHERE id IN (
                SELECT t.id FROM tags t LEFT JOIN tagged g ON g.tag = t.id
                WHERE g.tag IS NULL ORDER BY t.id LIMIT 500)
            """)
        guard database.changes > 0 else { return true }
        memory.tags = [:]
        return database.changes < 500
    }

    /// Holds `[1]` while the full-text index still has to be merged.
    static let residueSetting = "residue"
}
