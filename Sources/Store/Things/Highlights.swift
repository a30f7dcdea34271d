import Domain

// Highlights belong to a page, by its address: to whoever's link of it, and of no link as well.
extension Store {
    /// How many highlights of the page at `canonical` can be seen, others' among them.
    func highlights(of canonical: String) throws(StorageError) -> Int {
        let key = CanonicalKey.of(canonical: canonical)
        let urls = try database.rows(HighlightSQL.ofPage, [.integer(key)]) {
            (row) throws(StorageError) in row.text(0)
        }
        // Addresses that differ may share a key.
        return urls.filter { CanonicalURL.canonical($0) == canonical }.count
    }

    /// The rows of what is of the page at `canonical`: links, highlights, and whatever else has this
    /// address.
    func rows(ofPage canonical: String) throws(StorageError) -> [Int64] {
        let key = CanonicalKey.of(canonical: canonical)
        return try database.rows(HighlightSQL.page, [.integer(key)]) {
            (row) throws(StorageError) in (row.integer(0), row.text(1))
        }
        .filter { !$0.1.isEmpty && CanonicalURL.canonical($0.1) == canonical }.map(\.0)
    }
}

extension SearchPlanner {
    /// What is of the page at `canonical`.
    mutating func rows(page canonical: String) throws(StorageError) -> RowSet {
        let found = try store.rows(ofPage: canonical)
        effort.spend(found.count / SearchEffort.rowsEach)
        return RowSet(found)
    }

    /// The links of whose pages something is marked.
    mutating func rowsHighlighted() throws(StorageError) -> RowSet {
        try gather(HighlightSQL.highlighted, [])
    }
}

private enum HighlightSQL {
    static let ofPage = """
        SELECT b.url FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.canonical = ? AND b.kind = \(Kind.highlight.rawValue) AND o.hidden = 0
        ORDER BY b.object
        """
    static let page = "SELECT object, url FROM bookmarks WHERE canonical = ? ORDER BY object"
    // The second condition on the kind is the index's own, so that SQLite takes it.
    static let highlighted = """
        SELECT object FROM bookmarks WHERE kind = \(Kind.link.rawValue) AND canonical IN
        (SELECT h.canonical FROM bookmarks h JOIN objects o ON o.id = h.object
        WHERE h.kind = \(Kind.highlight.rawValue) AND h.kind > 1 AND o.hidden = 0)
        ORDER BY object
        """
}
