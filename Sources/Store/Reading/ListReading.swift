import CRDT
package import Domain
package import Primitives

/// What became of a request for a page of links.
package enum ListOutcome: Equatable, Sendable {
    /// The page.
    case page(ListPage)
    /// It cannot be answered: what, why, and what to do.
    case rejected(Problem)
    /// The search asks for words, and so many rows are not indexed yet: call `indexSome` in slices
    /// and ask again.
    case indexing(left: Int)
}

// Pages of links. A page begins behind the last place of the page before, never at a number, so
// that nothing shows twice while new things arrive.
extension Store {
    /// Fewer rows than this are indexed within the search that needs them: a few hundredths of a
    /// second.
    package static let indexedWhileSearchingMax = 2_000

    /// The things that match a request, a page at a time.
    ///
    /// - Parameter now: what ages are counted from.
    /// - Law: the same answer as `SearchQuery.matches` (`SearchOracleTests`). `total` is nil also
    ///   where counting would take too long.
    package func list(
        _ request: ListRequest, now: WallTime
    ) throws(StorageError) -> ListOutcome {
        guard (1...Limits.pageMax).contains(request.limit) else {
            return .rejected(.pageSize(request.limit))
        }
        let query: SearchQuery
        switch SearchQuery.parse(request.query) {
        case .failure(let problem): return .rejected(problem)
        case .success(let parsed): query = parsed.among(request.kind)
        }
        let order = request.sort ?? query.sort ?? .added
        var place: ListKey?
        if let cursor = request.cursor {
            guard let named = ListKey(cursor: cursor, in: order) else {
                return .rejected(.badCursor)
            }
            place = named
        }
        if let left = try indexFor(query) { return .indexing(left: left) }
        var planner = try SearchPlanner(
            self, now: now, wantsAll: request.withTotal, effort: .most)
        let plan = try planner.plan(query)
        if let refusal = planner.refusal { return .rejected(refusal) }
        var run = try SearchRun(plan, of: self, in: order, effort: planner.effort)
        let keys = try run.first(request.limit + 1, behind: place)
        guard !run.isRefused else { return .rejected(.tooBroad) }
        let shown = keys.prefix(request.limit)
        return .page(
            ListPage(
                items: try bookmarks(rows: shown.map(\.row)),
                nextCursor: keys.count > shown.count ? shown.last?.cursor : nil,
                total: request.withTotal ? try run.total() : nil))
    }

    /// Every row that matches, rising; nil if there are more than `limit`.
    func rows(
        matching query: SearchQuery, atMost limit: Int, now: WallTime
    ) throws(StorageError) -> Result<[Int64]?, Problem> {
        if let left = try indexFor(query) { return .failure(.notIndexed(left)) }
        var planner = try SearchPlanner(self, now: now, wantsAll: true, effort: .most)
        let plan = try planner.plan(query)
        if let refusal = planner.refusal { return .failure(refusal) }
        var run = try SearchRun(plan, of: self, in: .added, effort: planner.effort)
        let rows = try run.all(atMost: limit)
        return run.isRefused ? .failure(.tooBroad) : .success(rows)
    }

    /// How many links match; nil if the search cannot be run or counting would take too long.
    func count(matching query: SearchQuery, now: WallTime) throws(StorageError) -> Int? {
        if try indexFor(query) != nil { return nil }
        var planner = try SearchPlanner(self, now: now, wantsAll: true, effort: .most)
        let plan = try planner.plan(query)
        guard planner.refusal == nil else { return nil }
        var run = try SearchRun(plan, of: self, in: .added, effort: planner.effort)
        return try run.total()
    }

    /// Makes sure that the index covers every row, if the search needs it.
    ///
    /// - Returns: how many rows are missing, if they are too many to index now.
    private func indexFor(_ query: SearchQuery) throws(StorageError) -> Int? {
        guard query.asksForText else { return nil }
        let left = try unindexedCount()
        guard left <= Self.indexedWhileSearchingMax else { return left }
        if left > 0 { while try indexSome(Self.indexedWhileSearchingMax) {} }
        return nil
    }
}

extension SearchQuery {
    /// The same, among things of one kind; nil for all.
    fileprivate func among(_ kind: Kind?) -> SearchQuery {
        guard let kind else { return self }
        return SearchQuery(.all([.term(.kind(kind)), expression]), sort: sort)
    }

    /// It looks for words, phrases or sites, or may do so through a collection.
    var asksForText: Bool { expression.asksForText }
}

extension SearchExpression {
    fileprivate var asksForText: Bool {
        switch self {
        case .everything: return false
        case .all(let parts), .any(let parts): return parts.contains { $0.asksForText }
        case .not(let inner): return inner.asksForText
        case .term(.word), .term(.phrase), .term(.site), .term(.inCollection): return true
        case .term: return false
        }
    }
}

extension Problem {
    fileprivate static func pageSize(_ limit: Int) -> Problem {
        Problem(
            .invalidValue, "a page has 1 to \(Limits.pageMax) links, not \(limit)",
            fix: "ask for fewer at once and follow the cursor")
    }

    fileprivate static var badCursor: Problem {
        Problem(
            .invalidValue, "this cursor names no place in this order",
            fix: "begin again without a cursor")
    }
}
