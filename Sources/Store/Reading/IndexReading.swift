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
        var entries: [ThingIndex.Entry] = []
        entries.reserveCapacity(shown.count)
        let statement = try database.statement(IndexSQL.entry)
        defer { statement.reset() }
        for key in shown {
            statement.reset()
            statement.bind(1, key.row)
            guard try statement.step(), let bytes = Bytes16(statement.bytes(0)),
                let size = TileSize(rawValue: UInt8(clamping: statement.integer(1)))
            else { throw .corrupt }
            entries.append(
                ThingIndex.Entry(
                    ObjectID(bytes), size, hasPicture: pictures.contains(key.row)))
        }
        return .index(ThingIndex(entries, total: total))
    }

    /// Returns the visible things with these ids, in their order; what is not here is left out.
    func things(_ ids: [ObjectID]) throws(StorageError) -> [Bookmark] {
        let references = ids.prefix(Limits.thingsAtOnceMax).map { Reference.id($0.text) }
        let rows = try resolveEach(references).compactMap { try? $0.get() }
        return try bookmarks(rows: rows)
    }
}

private enum IndexSQL {
    static let entry = """
        SELECT o.object, b.size FROM objects o JOIN bookmarks b ON b.object = o.id WHERE o.id = ?
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
