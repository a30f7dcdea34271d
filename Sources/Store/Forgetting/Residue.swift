// What was dropped is left in places that no table shows: in the write-ahead log, in the index of
// words, in the table of tags.
extension Store {
    /// Something was dropped that lies in the write-ahead log still: `truncateLog` ends that.
    package var isResidueDue: Bool { memory.isResidueDue && !isErasingDue }

    /// Moves the write-ahead log into the file, so that what was dropped is in neither. Not inside
    /// a transaction.
    package func truncateLog() throws(StorageError) {
        memory.isResidueDue = false
        try database.truncateLog()
    }

    /// Words of what is gone stay in the index until its parts are merged, and tags that nothing
    /// carries in their table.
    ///
    /// - Returns: whether there is more to do.
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
        // - Source: sqlite.org/fts5.html, "the 'merge' command": fewer than two changes, all is
        //   done.
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

    /// Holds `[1]` as long as the index of words has yet to be merged.
    static let residueSetting = "residue"
}
