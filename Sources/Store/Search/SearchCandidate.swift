import Domain

/// A row of `bookmarks` under test. Its texts are read from the statement, so it is valid only until the statement's
/// next step.
struct SearchCandidate {
    let row: Int64
    let added: Int64
    let updated: Int64
    let size: Int64
    let isUnread: Bool
    let hasConflicts: Bool
    let kind: Int64
    private let statement: Statement

    /// Creates a row from a statement that selects `columns`.
    init(_ statement: Statement) {
        self.statement = statement
        row = statement.integer(0)
        added = statement.integer(1)
        updated = statement.integer(2)
        size = statement.integer(3)
        isUnread = statement.integer(4) != 0
        hasConflicts = statement.integer(5) != 0
        kind = statement.integer(9)
    }

    /// Calls `body` with the stored bytes of a text column.
    func withText<Result>(
        _ column: SearchColumn, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        statement.withBytes(column.rawValue, body)
    }

    /// The columns that `init` and `withText` read.
    static let columns = """
        object, added, updated, size, \(PrivateNoteSQL.unread), conflicts, title, url, note, kind
        """
}

/// Evaluates a plan row by row.
struct SearchTester {
    private let store: Store
    private let me: Int64
    private let plan: SearchPlan
    private let trashed: RowSet
    private let absent: RowSet
    private(set) var effort: SearchEffort
    private var origin: (row: Int64, author: Int64, audience: Int64) = (-1, 0, 0)

    init(_ plan: SearchPlan, of store: Store, effort: SearchEffort) throws(StorageError) {
        self.store = store
        self.plan = plan
        self.effort = effort
        me = try store.me
        absent = RowSet(try store.hiddenRows(from: 2))
        var trashed = RowSet(try store.hiddenRows(from: 1))
        trashed.subtract(absent)
        self.trashed = trashed
    }

    /// Creates a tester for rows that are known to be visible and not in the trash.
    init(visible plan: SearchPlan, of store: Store, me: Int64, effort: SearchEffort) {
        self.store = store
        self.plan = plan
        self.effort = effort
        self.me = me
        absent = RowSet()
        trashed = RowSet()
    }

    /// Whether the row matches. A row that is not visible to people never does.
    mutating func matches(_ row: SearchCandidate) throws(StorageError) -> Bool {
        effort.spend(SearchEffort.row)
        guard !absent.contains(row.row) else { return false }
        return try matches(plan, row)
    }

    /// Charges work done for the search elsewhere.
    mutating func spend(_ steps: Int) { effort.spend(steps) }

    private mutating func matches(
        _ plan: SearchPlan, _ row: SearchCandidate
    ) throws(StorageError) -> Bool {
        switch plan {
        case .everything: return true
        case .all(let parts):
            for part in parts where !(try matches(part, row)) { return false }
            return true
        case .any(let parts):
            for part in parts where try matches(part, row) { return true }
            return false
        case .not(let inner): return !(try matches(inner, row))
        case .rows(let rows): return rows.contains(row.row)
        case .test(let test): return try matches(test, row)
        }
    }

    private mutating func matches(
        _ test: SearchTest, _ row: SearchCandidate
    ) throws(StorageError) -> Bool {
        switch test {
        case .contains(let column, let needle):
            return folded(row, column) { FoldedBytes.contains($0, needle) }
        case .site(let site):
            return folded(row, .url) { FoldedBytes.isAddress($0, within: site) }
        case .stands(let needle): return try stands(needle, in: row)
        case .authors(let authors):
            try findOrigin(of: row)
            return authors.contains(origin.author)
        case .isUnread(let isUnread): return row.isUnread == isUnread
        case .isTrashed: return trashed.contains(row.row)
        case .isPlaced(let audience): return try isPlaced(row, in: audience)
        case .hasTags: return try exists(SearchRowSQL.tags, [.integer(row.row)])
        case .added(let span): return span.contains(row.added)
        case .size(let size): return row.size == size
        case .isKind(let kind): return row.kind == kind
        }
    }

    private mutating func folded(
        _ row: SearchCandidate, _ column: SearchColumn, _ test: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        effort.spend(SearchEffort.text)
        return row.withText(column, test)
    }

    private mutating func stands(
        _ needle: TextNeedle, in row: SearchCandidate
    ) throws(StorageError) -> Bool {
        for column in [SearchColumn.title, .url, .note] {
            if folded(row, column, { needle.stands(in: $0) }) { return true }
        }
        guard needle.looksInTags else { return false }
        effort.spend(SearchEffort.lookup)
        let tags = try store.database.rows(SearchRowSQL.tagNames, [.integer(row.row)]) {
            (tag) throws(StorageError) in tag.withBytes(0) { needle.stands(in: $0) }
        }
        if tags.contains(true) { return true }
        guard row.kind != Int64(Kind.link.rawValue) else { return false }
        return try store.detailTexts(of: row.row).contains { needle.stands(in: $0) }
    }

    // Another person's thing is in the audience it was found in, an own thing in those it was placed in.
    private mutating func isPlaced(
        _ row: SearchCandidate, in audience: Int64?
    ) throws(StorageError) -> Bool {
        try findOrigin(of: row)
        guard origin.author == me, origin.audience == Place.private.number else {
            return audience == nil || origin.audience == audience
        }
        guard let audience else { return try exists(SearchRowSQL.places, [.integer(row.row)]) }
        return try exists(SearchRowSQL.place, [.integer(row.row), .integer(audience)])
    }

    private mutating func findOrigin(of row: SearchCandidate) throws(StorageError) {
        guard origin.row != row.row else { return }
        effort.spend(1)
        let statement = try store.database.statement(SearchRowSQL.origin)
        statement.bind(1, row.row)
        defer { statement.reset() }
        guard try statement.step() else { throw .corrupt }
        origin = (row.row, statement.integer(0), statement.integer(1))
    }

    private mutating func exists(
        _ sql: String, _ values: [SQLValue]
    ) throws(StorageError) -> Bool {
        effort.spend(1)
        return try store.database.row(sql, values) { _ in true } ?? false
    }
}

private enum SearchRowSQL {
    static let origin = "SELECT author, audience FROM objects WHERE id = ? ORDER BY id"
    static let tags = "SELECT tag FROM tagged WHERE object = ? ORDER BY tag"
    static let tagNames = """
        SELECT g.name FROM tagged t JOIN tags g ON g.id = t.tag WHERE t.object = ? ORDER BY g.id
        """
    static let places = """
        SELECT audience FROM placed WHERE object = ? AND audience > 1 ORDER BY audience
        """
    static let place = """
        SELECT audience FROM placed WHERE object = ? AND audience = ? ORDER BY audience
        """
}
