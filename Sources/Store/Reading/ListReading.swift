import CRDT
package import Domain
package import Primitives

/// The result of a request for a page of things.
package enum ListOutcome: Equatable, Sendable {
    /// The requested page.
    case page(ListPage)
    /// The request cannot be answered; the problem says why and what to do.
    case rejected(Problem)
    /// The search needs the full-text index, and `left` rows are missing from it: call `indexSome` in slices and ask
    /// again.
    case indexing(left: Int)
}

/// A search that was understood, with what finds its matches.
struct ReadySearch {
    let order: SortOrder
    /// The distance in millimetres by row, of a search for what is near.
    let distances: [Int64: Int64]
    var run: SearchRun
}

/// The outcome of preparing a request, before anything is searched for.
enum ReadyOutcome {
    case ready(ReadySearch)
    case rejected(Problem)
    /// The full-text index has to catch up first by so many rows.
    case indexing(left: Int)
}

// Pages of things. A page begins after the key of the previous page's last item, never at an offset, so that nothing
// shows twice while new things arrive.
extension Store {
    /// With fewer missing rows than this, the search itself indexes them, which takes a few hundredths of a second.
    package static let indexedWhileSearchingMax = 2_000

    /// Returns a page of the things that match a request.
    ///
    /// - Parameter now: the time from which ages are counted.
    /// - Law: the same answer as `SearchQuery.matches` (`SearchOracleTests`). `total` is also nil if counting would
    ///   take too long.
    package func list(
        _ request: ListRequest, now: WallTime
    ) throws(StorageError) -> ListOutcome {
        guard (1...Limits.pageMax).contains(request.limit) else {
            return .rejected(.pageSize(request.limit))
        }
        var search: ReadySearch
        switch try ready(request, now: now) {
        case .ready(let found): search = found
        case .rejected(let problem): return .rejected(problem)
        case .indexing(let left): return .indexing(left: left)
        }
        var place: ListKey?
        if let cursor = request.cursor {
            guard let named = ListKey(cursor: cursor, in: search.order) else {
                return .rejected(.badCursor)
            }
            place = named
        }
        let keys = try search.run.first(request.limit + 1, behind: place)
        guard !search.run.isRefused else { return .rejected(.tooBroad) }
        let shown = keys.prefix(request.limit)
        return .page(
            ListPage(
                items: try listed(shown.map(\.row), search.distances),
                nextCursor: keys.count > shown.count ? shown.last?.cursor : nil,
                total: request.withTotal ? try search.run.total() : nil))
    }

    /// Understands a request, and prepares what finds its matches.
    func ready(
        _ request: ListRequest, now: WallTime
    ) throws(StorageError) -> ReadyOutcome {
        let query: SearchQuery
        switch try understood(request) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): query = found
        }
        let order = request.sort ?? query.sort ?? .added
        guard order != .near || query.namesPoint else { return .rejected(.noPoint) }
        if let left = try indexFor(query) { return .indexing(left: left) }
        var planner = try SearchPlanner(
            self, now: now, wantsAll: request.withTotal, effort: .most)
        let plan = try planner.plan(query)
        if let refusal = planner.refusal { return .rejected(refusal) }
        let run = try SearchRun(
            plan, of: self, in: order, effort: planner.effort, distances: planner.distances)
        return .ready(ReadySearch(order: order, distances: planner.distances, run: run))
    }

    private func understood(
        _ request: ListRequest
    ) throws(StorageError) -> Result<SearchQuery, Problem> {
        let query: SearchQuery
        switch SearchQuery.parse(request.query) {
        case .failure(let problem): return .failure(problem)
        case .success(let parsed): query = parsed.among(request.kind)
        }
        guard let place = request.place else { return .success(query) }
        switch try part(place, of: [.place]) {
        case .failure(let problem): return .failure(problem)
        case .success(let part):
            guard (request.sort ?? query.sort) == .near, !query.namesPoint else {
                return .success(query.at(part.reference))
            }
            // At one place everything is equally near, so the surroundings are included too.
            guard let here = part.thing.position else { return .failure(.nowhere(part.thing)) }
            return .success(query.around(here))
        }
    }

    // Adds each thing's place, if visible, and its distance.
    private func listed(
        _ rows: [Int64], _ distances: [Int64: Int64]
    ) throws(StorageError) -> [Bookmark] {
        let things = try bookmarks(rows: rows)
        // None may be missing, because the search has just found them.
        guard things.count == rows.count else { throw .corrupt }
        var told: [Bookmark] = []
        for (row, var thing) in zip(rows, things) {
            thing.distance = distances[row]
            if let place = thing.namedPlace, let row = try self.row(of: place),
                let found = try bookmarks(rows: [row]).first
            {
                thing.parts = [Bookmark.Part(reference: place, thing: found)]
            }
            told.append(thing)
        }
        return told
    }

    /// Returns every matching row in ascending order; nil if there are more than `limit`.
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

    /// Returns the number of matches; nil if the search cannot be run or counting would take too long.
    func count(matching query: SearchQuery, now: WallTime) throws(StorageError) -> Int? {
        if try indexFor(query) != nil { return nil }
        var planner = try SearchPlanner(self, now: now, wantsAll: true, effort: .most)
        let plan = try planner.plan(query)
        guard planner.refusal == nil else { return nil }
        var run = try SearchRun(plan, of: self, in: .added, effort: planner.effort)
        return try run.total()
    }

    /// Makes sure that the full-text index is complete, if the search needs it.
    ///
    /// - Returns: the number of missing rows, if they are too many to index now.
    func indexFor(_ query: SearchQuery) throws(StorageError) -> Int? {
        guard query.asksForText else { return nil }
        let left = try unindexedCount()
        guard left <= Self.indexedWhileSearchingMax else { return left }
        if left > 0 { while try indexSome(Self.indexedWhileSearchingMax) {} }
        return nil
    }
}

extension SearchQuery {
    /// Restricts the query to things of one kind; nil for all.
    fileprivate func among(_ kind: Kind?) -> SearchQuery {
        guard let kind else { return self }
        return SearchQuery(.all([.term(.kind(kind)), expression]), sort: sort)
    }

    /// Restricts the query to what names a place.
    fileprivate func at(_ place: ThingReference) -> SearchQuery {
        let isThere = SearchExpression.term(.detail(.place, .equals(place.text)))
        return SearchQuery(.all([isThere, expression]), sort: sort)
    }

    /// Restricts the query to what is at a point or around it.
    fileprivate func around(_ here: GeoPosition) -> SearchQuery {
        let isNear = SearchExpression.term(.near(here, metres: Limits.nearMetresUsual))
        return SearchQuery(.all([isNear, expression]), sort: sort)
    }

    /// Whether the query searches for words, phrases or sites, or may do so through a collection.
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
    static func pageSize(_ limit: Int) -> Problem {
        Problem(
            .invalidValue, "a page can have 1 to \(Limits.pageMax) links, not \(limit)",
            fix: "ask for fewer at once and follow the cursor")
    }

    fileprivate static var noPoint: Problem {
        Problem(
            .invalidQuery, "an order by distance needs a point",
            fix: "add \(SearchQualifier.near.example) to the search")
    }

    fileprivate static func nowhere(_ place: Bookmark) -> Problem {
        Problem(
            .invalidQuery, "the position of \(quote(place.title)) is not known",
            fix: "weft place edit \(place.id.short) --at 52.520008,13.404954")
    }

    static var badCursor: Problem {
        Problem(
            .invalidValue, "this cursor is not valid for this order",
            fix: "start again without a cursor")
    }
}
