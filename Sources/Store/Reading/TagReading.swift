package import Domain

extension Store {
    /// Returns the tags with the folded prefix `prefix`, by the number of visible things that carry them, then by
    /// name; spellings that fold alike count as one.
    package func tags(prefix: String, limit: Int) throws(StorageError) -> [TagCount] {
        guard limit > 0 else { return [] }
        let hidden = RowSet(try hiddenRows(from: 1))
        var counts: [(folded: String, tag: TagCount)] = []
        for tag in try tagsSpelled(prefix: prefix, limit: .max) {
            let count = try count(of: tag.numbers, without: hidden)
            if count > 0 { counts.append((tag.folded, TagCount(name: tag.name, count: count))) }
        }
        counts.sort { ($1.tag.count, $0.folded) < ($0.tag.count, $1.folded) }
        return counts.prefix(limit).map(\.tag)
    }

    /// A tag in its oldest spelling, and the row ids of all its spellings.
    struct SpelledTag {
        let name: String
        let folded: String
        var numbers: [Int64]
    }

    /// Returns the tags with the folded prefix `prefix` by name, including unused ones; reads at most `limit`
    /// spellings.
    func tagsSpelled(prefix: String, limit: Int) throws(StorageError) -> [SpelledTag] {
        // The prefix is not normalized like a tag name, because `a/` means the subtags of `a`.
        let folded = TagName.fold(prefix)
        let rows = try database.rows(
            TagSQL.tags, [.text(folded), .blob(Self.end(of: folded)), .integer(limit)]
        ) { (row) throws(StorageError) in
            SpelledTag(name: row.text(1), folded: row.text(2), numbers: [row.integer(0)])
        }
        var tags: [SpelledTag] = []
        for row in rows {
            if tags.last?.folded == row.folded {
                tags[tags.count - 1].numbers += row.numbers
            } else {
                tags.append(row)
            }
        }
        return tags
    }

    /// Counts the visible things that carry any of these spellings.
    func count(
        of tags: [Int64], without hidden: RowSet
    ) throws(StorageError) -> Int {
        if tags.count == 1, hidden.isEmpty {
            return Int(try database.row(TagSQL.count, [.integer(tags[0])]) { $0.integer(0) } ?? 0)
        }
        var rows = RowSet()
        for tag in tags {
            let statement = try database.statement(TagSQL.links)
            statement.bind(1, tag)
            defer { statement.reset() }
            while try statement.step() { rows.insert(statement.integer(0)) }
        }
        rows.subtract(hidden)
        return rows.count
    }

    /// Returns the first bytes after everything that begins with `text`: UTF-8 never contains 0xFF.
    private static func end(of text: String) -> [UInt8] { Array(text.utf8) + [0xFF] }
}

private enum TagSQL {
    // The index is by text, so the upper bound is cast to text, which compares by its bytes. Spellings of one name
    // come in the order of arrival.
    static let tags = """
        SELECT id, name, folded FROM tags WHERE folded >= ? AND folded < CAST(? AS TEXT)
        ORDER BY folded, id LIMIT ?
        """
    static let count = "SELECT count(*) FROM tagged WHERE tag = ?"
    static let links = "SELECT object FROM tagged WHERE tag = ? ORDER BY object"
}
