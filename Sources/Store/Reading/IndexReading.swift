import CRDT
package import Domain
package import Primitives

/// The result of a request for an index.
package enum IndexOutcome: Equatable, Sendable {
    case index(ThingIndex)
    /// The request cannot be answered; the problem says why and what to do.
    case rejected(Problem)
    /// As `ListOutcome.indexing`.
    case indexing(left: Int)
}

// The order of everything that matches, and what is in some of it.
extension Store {
    /// Returns the order of the things that match a request.
    ///
    /// - Law: the pages of `list` have the same things in the same order.
    package func index(_ request: ListRequest, now: WallTime) throws(StorageError) -> IndexOutcome {
        var search: ReadySearch
        switch try ready(request, now: now) {
        case .ready(let found): search = found
        case .rejected(let problem): return .rejected(problem)
        case .indexing(let left): return .indexing(left: left)
        }
        let keys = try search.run.first(Limits.indexMax + 1, behind: nil)
        guard !search.run.isRefused else { return .rejected(.tooBroad) }
        let shown = keys.prefix(Limits.indexMax)
        var total = shown.count
        if keys.count > shown.count { total = try search.run.total() ?? keys.count }
        let pictures = RowSet(
            try database.rows(IndexSQL.pictures, []) { (row) throws(StorageError) in
                row.integer(0)
            })
        let rows = shown.map(\.row)
        let entries =
            rows.count > Self.fewEntries
            ? try entriesInOneScan(rows, pictures) : try entriesOneByOne(rows, pictures)
        return .index(ThingIndex(entries, total: total))
    }

    // Up to this many, each is looked up: a scan of 100,000 things takes as long as 30,000 lookups.
    private static let fewEntries = 10_000

    private func entriesOneByOne(
        _ rows: [Int64], _ pictures: RowSet
    ) throws(StorageError) -> [ThingIndex.Entry] {
        let statement = try database.statement(IndexSQL.one)
        defer { statement.reset() }
        var entries: [ThingIndex.Entry] = []
        entries.reserveCapacity(rows.count)
        for row in rows {
            statement.reset()
            statement.bind(1, row)
            guard try statement.step() else { throw .corrupt }
            entries.append(try Self.entry(statement, pictures))
        }
        return entries
    }

    private func entriesInOneScan(
        _ rows: [Int64], _ pictures: RowSet
    ) throws(StorageError) -> [ThingIndex.Entry] {
        let wanted = RowSet(rows)
        var found = [ThingIndex.Entry?](repeating: nil, count: Int(rows.max() ?? 0) + 1)
        let statement = try database.statement(IndexSQL.all)
        defer { statement.reset() }
        statement.reset()
        while try statement.step() {
            let row = statement.integer(2)
            if wanted.contains(row) { found[Int(row)] = try Self.entry(statement, pictures) }
        }
        var entries: [ThingIndex.Entry] = []
        entries.reserveCapacity(rows.count)
        for row in rows {
            guard let entry = found[Int(row)] else { throw .corrupt }
            entries.append(entry)
        }
        return entries
    }

    private static func entry(
        _ statement: Statement, _ pictures: RowSet
    ) throws(StorageError) -> ThingIndex.Entry {
        guard let bytes = Bytes16(statement.bytes(0)),
            let size = TileSize(rawValue: UInt8(clamping: statement.integer(1)))
        else { throw .corrupt }
        return ThingIndex.Entry(
            ObjectID(bytes), size, hasPicture: pictures.contains(statement.integer(2)))
    }

    /// Returns the visible things with these ids, in their order; what is not here is left out.
    func things(_ ids: [ObjectID]) throws(StorageError) -> [Bookmark] {
        let references = ids.prefix(Limits.thingsAtOnceMax).map { Reference.id($0.text) }
        let rows = try resolveEach(references).compactMap { try? $0.get() }
        return try bookmarks(rows: rows)
    }
}

private enum IndexSQL {
    static let one = """
        SELECT o.object, b.size, o.id FROM objects o JOIN bookmarks b ON b.object = o.id WHERE o.id = ?
        ORDER BY o.id
        """
    static let all = """
        SELECT o.object, b.size, o.id FROM objects o JOIN bookmarks b ON b.object = o.id
        ORDER BY o.id
        """
    static let pictures: String = {
        let details = DetailName.allCases.filter { $0.value == .photo }.map { "\($0.rawValue)" }
        return """
            SELECT DISTINCT object FROM facets WHERE detail IN (\(details.joined(separator: ", ")))
            ORDER BY object
            """
    }()
}
