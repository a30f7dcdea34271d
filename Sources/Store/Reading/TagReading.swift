package import Domain

extension Store {
    /// The tags whose names begin with `prefix`, compared folded, by the number of links in sight
    /// that carry them, then by name; spellings that fold alike are one.
    package func tags(prefix: String, limit: Int) throws(StorageError) -> [TagCount] {
        guard limit > 0 else { return [] }
        // Nothing of the prefix is taken away as a tag's name would be: `a/` means what is below.
        let folded = TagName.fold(prefix)
        let hidden = RowSet(try hiddenRows(from: 1))
        let rows = try database.rows(
            TagSQL.tags, [.text(folded), .blob(Self.end(of: folded))]
        ) { (row) throws(StorageError) in
            (number: row.integer(0), name: row.text(1), folded: row.text(2))
        }
        var counts: [(folded: String, tag: TagCount)] = []
        var index = 0
        while index < rows.count {
            let first = rows[index]
            let same = rows[index...].prefix { $0.folded == first.folded }
            index += same.count
            let count = try count(of: same.map(\.number), without: hidden)
            if count > 0 { counts.append((first.folded, TagCount(name: first.name, count: count))) }
        }
        counts.sort { ($1.tag.count, $0.folded) < ($0.tag.count, $1.folded) }
        return counts.prefix(limit).map(\.tag)
    }

    private func count(
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
        ORDER BY folded, id
        """
    static let count = "SELECT count(*) FROM tagged WHERE tag = ?"
    static let links = "SELECT object FROM tagged WHERE tag = ? ORDER BY object"
}
