import Domain

/// Finds the first matches of a plan in an order, by the cheapest of three ways:
/// - the rows that have its words and tags, one by one;
/// - the index by time saved, newest first, until there are enough;
/// - every link, in the order of the table.
struct SearchRun {
    let store: Store
    let plan: SearchPlan
    private let order: SortOrder
    private var tester: SearchTester
    /// Millimetres, by row; only if that is the order.
    private let distances: [Int64: Int64]
    private var best: [ListKey] = []
    /// Matches seen; all of them only if every row was asked.
    private var seen = 0

    init(
        _ plan: SearchPlan, of store: Store, in order: SortOrder, effort: SearchEffort,
        distances: [Int64: Int64] = [:]
    ) throws(StorageError) {
        self.store = store
        self.plan = plan
        self.order = order
        tester = try SearchTester(plan, of: store, effort: effort)
        self.distances = order == .near ? distances : [:]
    }

    /// The search has done what it may; whatever it found is worth nothing.
    var isRefused: Bool { tester.effort.isSpent }

    /// The first `limit` matches behind `place`, in order.
    mutating func first(
        _ limit: Int, behind place: ListKey?
    ) throws(StorageError) -> [ListKey] {
        guard order == .likes else {
            return try first(limit, of: plan.candidates, behind: place, walks: order == .added)
        }
        return try mostLiked(limit, behind: place)
    }

    /// The first of the candidates, without some of them; nil if any row may match.
    ///
    /// Walking newest first ends soon if many rows match and never if none does; nobody knows
    /// beforehand. So it may cost a part of what the other way would, then that one is taken:
    /// never much more than the better of the two.
    /// - Parameter walks: all of them are equal but for the time saved.
    mutating func first(
        _ limit: Int, of candidates: RowSet?, without: RowSet? = nil, behind place: ListKey?,
        walks: Bool
    ) throws(StorageError) -> [ListKey] {
        clear()
        if walks {
            var cost = try store.lastRow * SearchEffort.row
            if let candidates {
                cost = candidates.count * (SearchEffort.row + SearchEffort.lookup)
            }
            if plan.hasTests { cost /= 4 }
            let isDone = try walk(candidates, without, limit, behind: place, atMost: cost)
            if isDone { return best }
        }
        clear()
        if let candidates {
            try ask(candidates, limit, behind: place)
        } else {
            try scan(without, limit, behind: place)
        }
        settle(limit)
        return best
    }

    private mutating func clear() {
        best = []
        seen = 0
    }

    /// How many match; nil if counting them would take too long.
    mutating func total() throws(StorageError) -> Int? {
        if let rows = try exactRows(plan) {
            var shown = rows
            shown.subtract(RowSet(try store.hiddenRows(from: 2)))
            return shown.count
        }
        let before = best
        defer { best = before }
        clear()
        if let candidates = plan.candidates {
            try ask(candidates, 0, behind: nil)
        } else if plan.isEverythingVisible {
            return try store.counts().visibleThings
        } else if plan.isEveryLinkVisible {
            return try store.counts().visibleLinks
        } else {
            try scan(nil, 0, behind: nil)
        }
        return isRefused ? nil : seen
    }

    /// Takes note of work that was done for the search elsewhere.
    mutating func spend(_ steps: Int) { tester.spend(steps) }

    /// Every match, rising by row.
    mutating func all(atMost limit: Int) throws(StorageError) -> [Int64]? {
        let keys = try first(limit + 1, behind: nil)
        return keys.count > limit ? nil : keys.map(\.row).sorted()
    }

    // MARK: Three ways

    private mutating func ask(
        _ rows: RowSet, _ limit: Int, behind place: ListKey?
    ) throws(StorageError) {
        let statement = try store.database.statement(SearchRunSQL.row)
        defer { statement.reset() }
        for row in rows.rows {
            guard !isRefused else { return }
            try ask(row, by: statement, limit, behind: place)
        }
    }

    private mutating func ask(
        _ row: Int64, by statement: Statement, _ limit: Int, behind place: ListKey?
    ) throws(StorageError) {
        tester.spend(SearchEffort.lookup)
        statement.reset()
        statement.bind(1, row)
        if try statement.step() { try take(SearchRow(statement), limit, behind: place) }
    }

    /// Returns false if it would have cost more than `cost` steps.
    private mutating func walk(
        _ candidates: RowSet?, _ without: RowSet?, _ limit: Int, behind place: ListKey?,
        atMost cost: Int
    ) throws(StorageError) -> Bool {
        let span = plan.added
        let enough = tester.effort.left - cost
        var start = (added: span.upperBound, row: Int64.min)
        if let place, let added = place.added, added < start.added { start = (added, place.row) }
        let statement = try store.database.statement(SearchRunSQL.walk)
        let lookup = try store.database.statement(SearchRunSQL.row)
        defer {
            statement.reset()
            lookup.reset()
        }
        statement.bind(1, start.added)
        statement.bind(2, start.row)
        statement.bind(3, span.lowerBound)
        var passed = 0
        while try statement.step() {
            let row = statement.integer(0)
            passed += 1
            if passed % SearchEffort.rowsEach == 0 { tester.spend(1) }
            guard tester.effort.left >= enough else { return false }
            if let candidates, !candidates.contains(row) { continue }
            if let without, without.contains(row) { continue }
            try ask(row, by: lookup, limit, behind: place)
            if seen >= limit { return true }
        }
        return true
    }

    private mutating func scan(
        _ without: RowSet?, _ limit: Int, behind place: ListKey?
    ) throws(StorageError) {
        let statement = try store.database.statement(SearchRunSQL.scan)
        defer { statement.reset() }
        while try statement.step() {
            guard !isRefused else { return }
            if let without, without.contains(statement.integer(0)) { continue }
            try take(SearchRow(statement), limit, behind: place)
        }
    }

    private mutating func take(
        _ row: SearchRow, _ limit: Int, behind place: ListKey?
    ) throws(StorageError) {
        guard try tester.matches(row) else { return }
        if limit == 0 {
            seen += 1
            return
        }
        let key = ListKey(
            of: row, in: order, likes: order == .likes ? try store.likes(of: row.row) : 0,
            distance: distances[row.row] ?? .max)
        if let place, key <= place { return }
        seen += 1
        best.append(key)
        if best.count >= 4 * limit + 256 { settle(limit) }
    }

    private mutating func settle(_ limit: Int) {
        best.sort()
        if best.count > limit { best.removeLast(best.count - limit) }
    }

    // MARK: Counting

    /// The matches, if words, tags and trash are all that is asked; among them rows that are not
    /// there for people.
    private mutating func exactRows(_ plan: SearchPlan) throws(StorageError) -> RowSet? {
        switch plan {
        case .rows(let rows): return rows
        case .test(.isTrashed): return RowSet(try store.hiddenRows(from: 1))
        case .everything, .test, .not: return nil
        case .any(let parts):
            var result = RowSet()
            for part in parts {
                guard let rows = try exactRows(part) else { return nil }
                result.formUnion(rows)
            }
            return result
        case .all(let parts): return try exactRows(all: parts)
        }
    }

    private mutating func exactRows(all parts: [SearchPlan]) throws(StorageError) -> RowSet? {
        var result: RowSet?
        var without = RowSet()
        for part in parts {
            if case .not(let inner) = part {
                guard let rows = try exactRows(inner) else { return nil }
                without.formUnion(rows)
                continue
            }
            guard let rows = try exactRows(part) else { return nil }
            if result == nil { result = rows } else { result?.formIntersection(rows) }
        }
        result?.subtract(without)
        return result
    }
}

extension SearchPlan {
    /// It asks for nothing but that the trash is left out.
    fileprivate var isEverythingVisible: Bool {
        guard case .not(.test(.isTrashed)) = self else { return false }
        return true
    }

    /// The same, and that it is a link.
    fileprivate var isEveryLinkVisible: Bool {
        guard case .all(let parts) = self, parts.count == 2,
            case .test(.isKind(Int64(Kind.link.rawValue))) = parts[0]
        else { return false }
        return parts[1].isEverythingVisible
    }
}

extension Store {
    /// The highest row of a thing: about as many as there are.
    var lastRow: Int {
        get throws(StorageError) {
            Int(try database.row(SearchRunSQL.lastRow) { $0.integer(0) } ?? 0)
        }
    }

    /// The rows hidden at least so much (1: also in the trash, 2: not there), the trash first.
    func hiddenRows(from least: Int64) throws(StorageError) -> [Int64] {
        try database.rows(SearchRunSQL.hidden, [.integer(least)]) {
            (row) throws(StorageError) in row.integer(0)
        }
    }
}

private enum SearchRunSQL {
    static let row = """
        SELECT \(SearchRow.columns) FROM bookmarks WHERE object = ? ORDER BY object
        """
    static let scan = "SELECT \(SearchRow.columns) FROM bookmarks ORDER BY object"
    static let lastRow = "SELECT max(object) FROM bookmarks"
    static let walk = """
        SELECT object FROM bookmarks WHERE (added, object) < (?, ?) AND added >= ?
        ORDER BY added DESC, object DESC
        """
    static let hidden =
        "SELECT id FROM objects WHERE hidden > 0 AND hidden >= ? ORDER BY hidden, id"
}
