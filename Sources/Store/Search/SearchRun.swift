import Domain

/// Finds the first matches of a plan in an order, by the cheapest of three ways:
/// - the rows that have its words and tags, one by one;
/// - the index by time saved, newest first, until there are enough;
/// - every thing, in table order.
struct SearchRun {
    let store: Store
    let plan: SearchPlan
    private let order: SortOrder
    private var tester: SearchTester
    /// The distance in millimetres by row; empty unless the order is by distance.
    private let distances: [Int64: Int64]
    private var best: [ListKey] = []
    /// The number of matches seen; it is the total only if every row was tested.
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

    /// Whether the search has used up its budget; what it found is then worthless.
    var isRefused: Bool { tester.effort.isSpent }

    /// Returns the first `limit` matches after `place`, in order.
    mutating func first(
        _ limit: Int, behind place: ListKey?
    ) throws(StorageError) -> [ListKey] {
        guard order == .likes else {
            return try first(limit, of: plan.candidates, behind: place, walks: order == .added)
        }
        return try mostLiked(limit, behind: place)
    }

    /// Returns the first matches among `candidates` (nil: any row may match), leaving out `without`.
    ///
    /// Walking newest first ends soon if many rows match, and never if none does, which is not known beforehand. So
    /// it gets a budget that is part of the cost of the other way, and then the other way is taken: the total is
    /// never much more than the better of the two.
    /// - Parameter walks: whether the candidates differ in order only by the time saved.
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

    /// Returns the number of matches; nil if counting them would take too long.
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

    /// Charges work done for the search elsewhere.
    mutating func spend(_ steps: Int) { tester.spend(steps) }

    /// Returns every match in ascending row order; nil if there are more than `limit`.
    mutating func all(atMost limit: Int) throws(StorageError) -> [Int64]? {
        let keys = try first(limit + 1, behind: nil)
        return keys.count > limit ? nil : keys.map(\.row).sorted()
    }

    // MARK: Access paths

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
        if try statement.step() { try take(SearchCandidate(statement), limit, behind: place) }
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
            try take(SearchCandidate(statement), limit, behind: place)
        }
    }

    private mutating func take(
        _ row: SearchCandidate, _ limit: Int, behind place: ListKey?
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

    /// Returns the matches if the plan asks only for words, tags and trash; may include rows that are not visible to
    /// people.
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
    /// Whether the plan only leaves out the trash.
    fileprivate var isEverythingVisible: Bool {
        guard case .not(.test(.isTrashed)) = self else { return false }
        return true
    }

    /// Whether the plan asks for links and otherwise only leaves out the trash.
    fileprivate var isEveryLinkVisible: Bool {
        guard case .all(let parts) = self, parts.count == 2,
            case .test(.isKind(Int64(Kind.link.rawValue))) = parts[0]
        else { return false }
        return parts[1].isEverythingVisible
    }
}

extension Store {
    /// The highest row of a thing, which is about the number of things.
    var lastRow: Int {
        get throws(StorageError) {
            Int(try database.row(SearchRunSQL.lastRow) { $0.integer(0) } ?? 0)
        }
    }

    /// Returns the rows whose `hidden` is at least `least` (1: in the trash as well, 2: not visible at all), the
    /// trash first.
    func hiddenRows(from least: Int64) throws(StorageError) -> [Int64] {
        try database.rows(SearchRunSQL.hidden, [.integer(least)]) {
            (row) throws(StorageError) in row.integer(0)
        }
    }
}

private enum SearchRunSQL {
    static let row = """
        SELECT \(SearchCandidate.columns) FROM bookmarks WHERE object = ? ORDER BY object
        """
    static let scan = "SELECT \(SearchCandidate.columns) FROM bookmarks ORDER BY object"
    static let lastRow = "SELECT max(object) FROM bookmarks"
    static let walk = """
        SELECT object FROM bookmarks WHERE (added, object) < (?, ?) AND added >= ?
        ORDER BY added DESC, object DESC
        """
    static let hidden =
        "SELECT id FROM objects WHERE hidden > 0 AND hidden >= ? ORDER BY hidden, id"
}
