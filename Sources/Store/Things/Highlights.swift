import Domain

// Highlights belong to a page by its address, no matter who saved a link to it, or whether anyone did.
extension Store {
    /// Returns the number of visible highlights of the page at `canonical`, including those of others.
    func highlights(of canonical: String) throws(StorageError) -> Int {
        let key = CanonicalKey.of(canonical: canonical)
        let urls = try database.rows(HighlightSQL.ofPage, [.integer(key)]) {
            (row) throws(StorageError) in row.text(0)
        }
        // Different addresses may share a key.
        return urls.filter { CanonicalURL.canonical($0) == canonical }.count
    }

    /// Returns the rows with the page's address: links, highlights and anything else.
    func rows(ofPage canonical: String) throws(StorageError) -> [Int64] {
        let key = CanonicalKey.of(canonical: canonical)
        return try database.rows(HighlightSQL.page, [.integer(key)]) {
            (row) throws(StorageError) in (row.integer(0), row.text(1))
        }
        .filter { !$0.1.isEmpty && CanonicalURL.canonical($0.1) == canonical }.map(\.0)
    }
}

extension SearchPlanner {
    /// Gathers everything with the address `canonical`.
    mutating func rows(page canonical: String) throws(StorageError) -> RowSet {
        let found = try store.rows(ofPage: canonical)
        effort.spend(found.count / SearchEffort.rowsEach)
        return RowSet(found)
    }

    /// Gathers the links whose pages have highlights.
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
    // The second condition on the kind repeats that of the partial index, so that SQLite uses it.
    static let highlighted = """
        SELECT object FROM bookmarks WHERE kind = \(Kind.link.rawValue) AND canonical IN
        (SELECT h.canonical FROM bookmarks h JOIN objects o ON o.id = h.object
        WHERE h.kind = \(Kind.highlight.rawValue) AND h.kind > 1 AND o.hidden = 0)
        ORDER BY object
        """
}
