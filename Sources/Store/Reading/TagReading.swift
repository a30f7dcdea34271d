package import Domain

extension Store {
    /// The tags whose names begin with `prefix`, compared folded, by the number of links in sight
    /// that carry them, then by name; spellings that fold alike are one.
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

    /// A tag as it was spelled first, and the numbers of all its spellings.
    struct SpelledTag {
        let name: String
        let folded: String
        var numbers: [Int64]
    }

    /// The tags whose names begin with `prefix`, compared folded, by name; also those that nothing
    /// carries. Of at most `limit` spellings.
    func tagsSpelled(prefix: String, limit: Int) throws(StorageError) -> [SpelledTag] {
        // Nothing of the prefix is taken away as a tag's name would be: `a/` means what is below.
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

    /// How many things in sight carry one of these spellings.
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

    /// The first bytes behind all that begin with `text`: no UTF-8 has 0xFF.
    private static func end(of text: String) -> [UInt8] { Array(text.utf8) + [0xFF] }
}

private enum TagSQL {
    // A text compares with bytes as its own bytes do once it is cast; the index is by the text, so
    // the upper end is cast to one. Spellings of one name come in the order they were met.
    static let tags = """
        SELECT id, name, folded FROM tags WHERE folded >= ? AND folded < CAST(? AS TEXT)
        ORDER BY folded, id LIMIT ?
        """
    static let count = "SELECT count(*) FROM tagged WHERE tag = ?"
    static let links = "SELECT object FROM tagged WHERE tag = ? ORDER BY object"
}
