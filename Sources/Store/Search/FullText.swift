/// In-memory state of reading, beside the tables.
struct ReadingMemory {
    /// All rows up to this one are indexed or listed in `unindexed`; nil until loaded.
    var indexedUpTo: Int64?
    /// All things up to this row are listed in `referents`; negative if nothing is listed because there are no
    /// reactions yet; nil until loaded.
    var referredUpTo: Int64?
    /// Whether older things have been added to the list of what names what; false until loaded.
    var isNamingDone = false
    var counts: CachedCounts?
    /// `totalChanges` of the database when both indices were last complete.
    var completeAt: Int64?
}

/// A thing's text as the full-text index receives it: words separated by spaces, so that FTS5 tokenizes exactly as
/// `SearchText` does.
struct IndexedText: Equatable {
    let title: String
    let url: String
    let note: String
    /// The text of tags, and of details that are text.
    let tags: String

    init(title: String, url: String, note: String, tags: [String]) {
        self.title = FoldedBytes.words(title)
        self.url = FoldedBytes.words(url)
        self.note = FoldedBytes.words(note)
        self.tags = Self.joined(tags.map(FoldedBytes.words))
    }

    // In scripts where a single letter is a word, adjacent tags could match a typed word across their border. A
    // separator that nobody can search for prevents this.
    private static func joined(_ tags: [String]) -> String {
        var joined = ""
        for tag in tags where !tag.isEmpty {
            let edges = [joined.unicodeScalars.last, tag.unicodeScalars.first].compactMap(\.self)
            let isOpen = edges.count == 2 && edges.contains { $0.value >= 0x80 }
            if !joined.isEmpty { joined += isOpen ? " \u{B7} " : " " }
            joined += tag
        }
        return joined
    }
}

// The full-text index follows the tables with a delay, so that no write waits for it: rows above a watermark, and
// rows in `unindexed`, are not in it yet.
extension Store {
    /// Adds at most `budget` rows to the full-text index.
    ///
    /// - Returns: true if more rows remain.
    package func indexSome(_ budget: Int) throws(StorageError) -> Bool {
        let from = try indexedUpTo
        let fresh = try database.rows(
            FullTextSQL.rowsAbove, [.integer(from), .integer(budget)]
        ) { (row) throws(StorageError) in (row: row.integer(0), isShown: row.integer(1) == 1) }
        for entry in fresh where entry.isShown { try index(entry.row) }
        if let last = fresh.last { try setIndexed(upTo: last.row) }
        guard fresh.count < budget else { return true }
        let changed = try database.rows(
            FullTextSQL.rowsUnindexed, [.integer(budget - fresh.count)]
        ) { (row) throws(StorageError) in (row: row.integer(0), isShown: row.integer(1) == 1) }
        for entry in changed {
            if entry.isShown { try index(entry.row) }
            try database.run(FullTextSQL.nowIndexed, .integer(entry.row))
        }
        return fresh.count + changed.count == budget
    }

    /// The number of rows not in the full-text index yet. Rows that are not things count until the index has passed
    /// them.
    package func unindexedCount() throws(StorageError) -> Int {
        let last = try database.row(FullTextSQL.lastRow) { $0.integer(0) } ?? 0
        let changed = try database.row(FullTextSQL.changedRows) { $0.integer(0) } ?? 0
        return Int(max(0, last - (try indexedUpTo)) + changed)
    }

    /// Whether no background work remains: full-text index, reference index and name list are complete, no report
    /// waits to be opened, and no reaction or comment waits to be hidden or restored.
    package var areIndicesComplete: Bool {
        get throws(StorageError) {
            // This is asked at every step.
            if memory.reading.completeAt == database.totalChanges { return true }
            var isComplete = try unindexedCount() == 0
            if isComplete { isComplete = try areReferentsComplete }
            if isComplete { isComplete = try isNamingComplete }
            if isComplete { isComplete = try areReportsOpened }
            if isComplete { isComplete = try isSilenceSettled }
            memory.reading.completeAt = isComplete ? database.totalChanges : nil
            return isComplete
        }
    }

    /// Removes the text of `row` from the index, which needs the exact indexed text for that, and queues the row to
    /// be indexed again. Call it before a row of `bookmarks`, `tagged` or `objects.hidden` of a saved object changes
    /// or is deleted; not for rows that are being created.
    func textWillChange(row: Int64) throws(StorageError) {
        guard row <= (try indexedUpTo) else { return }
        let isListed = try database.row(FullTextSQL.isListed, [.integer(row)]) { _ in true }
        guard isListed == nil else { return }
        if let text = try shownText(of: row) {
            try database.run(
                FullTextSQL.forget, .integer(row), .text(text.title), .text(text.url),
                .text(text.note), .text(text.tags))
        }
        try database.run(FullTextSQL.notIndexed, .integer(row))
    }

    /// Records that an object's row was deleted. The next object may reuse its row id, and its words are not in the
    /// index.
    func rowIsGone(_ row: Int64) throws(StorageError) {
        try database.run(FullTextSQL.nowIndexed, .integer(row))
        let last = try database.row(FullTextSQL.lastRow) { $0.integer(0) } ?? 0
        if try indexedUpTo > last { try setIndexed(upTo: last) }
        try lowerReferred(to: last)
    }

    private func index(_ row: Int64) throws(StorageError) {
        guard let text = try shownText(of: row) else { return }
        try database.run(
            FullTextSQL.index, .integer(row), .text(text.title), .text(text.url), .text(text.note),
            .text(text.tags))
    }

    /// Returns the text of `row` for the index; nil if it is not a thing or is not visible to people.
    private func shownText(of row: Int64) throws(StorageError) -> IndexedText? {
        let text = try database.row(FullTextSQL.text, [.integer(row)]) { row in
            (title: row.text(0), url: row.text(1), note: row.text(2))
        }
        guard let text else { return nil }
        let tags = try database.rows(FullTextSQL.tags, [.integer(row)]) {
            (row) throws(StorageError) in row.text(0)
        }
        return IndexedText(
            title: text.title, url: text.url, note: text.note,
            tags: tags + (try detailTexts(of: row)))
    }

    private var indexedUpTo: Int64 {
        get throws(StorageError) {
            if let known = memory.reading.indexedUpTo { return known }
            let bytes = try setting("indexed") ?? []
            let row = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
            memory.reading.indexedUpTo = row
            return row
        }
    }

    private func setIndexed(upTo row: Int64) throws(StorageError) {
        let bytes = stride(from: 56, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: row >> Int64($0))
        }
        try set("indexed", to: bytes)
        memory.reading.indexedUpTo = row
    }
}

private enum FullTextSQL {
    static let rowsAbove = """
        SELECT id, kind \(KindSQL.isThing) AND hidden < 2 FROM objects WHERE id > ? ORDER BY id LIMIT ?
        """
    static let rowsUnindexed = """
        SELECT u.object, coalesce(o.kind \(KindSQL.isThing) AND o.hidden < 2, 0)
        FROM unindexed u LEFT JOIN objects o ON o.id = u.object ORDER BY u.object LIMIT ?
        """
    static let nowIndexed = "DELETE FROM unindexed WHERE object = ?"
    static let notIndexed = "INSERT OR IGNORE INTO unindexed (object) VALUES (?)"
    static let isListed = "SELECT object FROM unindexed WHERE object = ? ORDER BY object"
    static let lastRow = "SELECT max(id) FROM objects"
    static let changedRows = "SELECT count(*) FROM unindexed"
    static let text = """
        SELECT b.title, b.url, b.note FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.object = ? AND o.hidden < 2 ORDER BY b.object
        """
    static let tags = """
        SELECT g.name FROM tagged t JOIN tags g ON g.id = t.tag WHERE t.object = ? ORDER BY g.id
        """
    static let index = "INSERT INTO search (rowid, title, url, note, tags) VALUES (?, ?, ?, ?, ?)"
    // A contentless index deletes a row only when given exactly the text that was inserted.
    // - Source: sqlite.org/fts5.html, section 6.3, "the 'delete' command".
    static let forget = """
        INSERT INTO search (search, rowid, title, url, note, tags)
        VALUES ('delete', ?, ?, ?, ?, ?)
        """
}
