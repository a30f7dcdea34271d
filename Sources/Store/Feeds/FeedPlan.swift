import CRDT
import Domain
import Primitives

/// The conditions of a feed on other people's things, and the rows to examine: as few as possible.
struct FeedPlan {
    /// The plan that every row is tested against.
    var plan: SearchPlan
    /// The authors whose things are walked; nil for everybody except `except`.
    var authors: [Int64]?
    var except: [Int64] = []
    /// Further rows to examine.
    var list = RowSet()

    /// The budget for making a plan, in steps: a fifth of a second for everything that is followed.
    static let effort = SearchEffort(left: 400_000)
}

/// The result of planning.
enum FeedPlanning {
    case plan(FeedPlan)
    case rejected(Problem)
    /// The feed needs the full-text index or the list of names, which is not complete yet.
    case indexing
}

extension Store {
    /// Plans a page of `request`.
    func plan(_ request: FeedRequest, now: WallTime) throws(StorageError) -> FeedPlanning {
        let query: SearchQuery
        switch SearchQuery.parse(request.query) {
        case .failure(let problem): return .rejected(problem)
        case .success(let parsed): query = parsed
        }
        guard !query.namesTrash else {
            return .rejected(
                Problem(
                    .invalidQuery, "a feed cannot show the trash",
                    fix: "remove is:trashed"))
        }
        let follows = try follows().filter { $0.attention == .follow }
        for query in [query] + follows.compactMap(\.query) where try indexFor(query) != nil {
            return .indexing
        }
        let asksForNames = request.scope != .unjudged && follows.contains(where: \.isThing)
        if asksForNames, !(try isNamingComplete) { return .indexing }
        var planner = FeedPlanner(self, now: now)
        var parts: [SearchPlan] = []
        let asked = try planner.plan(query)
        if let refusal = planner.refusal { return .rejected(refusal) }
        if request.scope != .unjudged { try planner.add(follows) }
        if let refusal = planner.refusal { return .rejected(refusal) }
        var plan = FeedPlan(plan: .everything)
        switch request.scope {
        case .following:
            parts.append(planner.matching)
            let rest = SearchPlan.any(planner.others).candidates
            plan.authors = rest == nil ? nil : planner.people
            plan.list = rest ?? RowSet()
        case .discover:
            parts.append(.not(planner.matching))
            plan.except = planner.people
        case .unjudged, .unjudgedElsewhere:
            parts.append(.not(.rows(try planner.judged())))
            for kind in Kind.allCases where !kind.descriptor.traits.contains(.news) {
                parts.append(.not(.test(.isKind(Int64(kind.rawValue)))))
            }
            guard request.scope == .unjudgedElsewhere else { break }
            parts.append(.not(planner.matching))
            plan.except = planner.people
        }
        parts.append(asked)
        if let audience = request.audience {
            guard let there = Self.search(in: audience) else {
                return .rejected(
                    Problem(
                        .invalidValue, "you cannot see what others keep private",
                        fix: "use friends, public, group:NAME or @NAME"))
            }
            parts.append(try planner.plan(there))
        }
        if let rows = asked.candidates {
            plan.authors = []
            plan.list = rows
        }
        if let refusal = planner.refusal { return .rejected(refusal) }
        plan.plan = .all(parts)
        return .plan(plan)
    }

    private static func search(in audience: Audience) -> SearchQuery? {
        switch audience {
        case .private: return nil
        case .friends: return SearchQuery(.term(.isState(.friends)))
        case .public: return SearchQuery(.term(.isState(.public)))
        case .group, .person:
            return SearchQuery(.term(.inCollection(SearchText.folded(audience.name))))
        }
    }
}

extension FollowRecord {
    /// Whether it follows what names a thing.
    fileprivate var isThing: Bool {
        guard case .thing = followed else { return false }
        return true
    }

    /// The query, if a search is followed; nil for people, tags and things.
    fileprivate var query: SearchQuery? {
        guard case .search(let text) = followed, case .success(let query) = SearchQuery.parse(text)
        else { return nil }
        return query
    }
}

/// Plans everything that is followed, with one shared budget.
private struct FeedPlanner {
    private let store: Store
    private let now: WallTime
    private var effort = FeedPlan.effort
    private(set) var refusal: Problem?
    /// The rows of the followed people, in ascending order.
    private(set) var people: [Int64] = []
    /// The plans of everything else that is followed.
    private(set) var others: [SearchPlan] = []

    init(_ store: Store, now: WallTime) {
        self.store = store
        self.now = now
    }

    /// A plan that matches whatever is followed.
    var matching: SearchPlan { .any([.test(.authors(people))] + others) }

    /// Plans a query that was typed now; it is refused if it cannot be answered.
    mutating func plan(_ query: SearchQuery) throws(StorageError) -> SearchPlan {
        var planner = try planner()
        let plan = try planner.plan(query)
        effort = planner.effort
        refusal = planner.refusal
        return plan
    }

    mutating func judged() throws(StorageError) -> RowSet {
        var planner = try planner()
        var rows = RowSet()
        for reaction in Reaction.allCases { rows.formUnion(try planner.rows(judged: reaction)) }
        return rows
    }

    // A followed person or collection may no longer exist; then nothing matches. Only an exceeded budget is reported.
    mutating func add(_ follows: [FollowRecord]) throws(StorageError) {
        for record in follows {
            var planner = try planner()
            var plan: SearchPlan?
            switch record.followed {
            case .person(let person):
                if let number = try store.knownNumber(of: person) { people.append(number) }
            case .tag(let name):
                plan = .rows(try planner.rows(tag: name, .withSubtree))
            case .thing(let reference):
                plan = .rows(try planner.rows(naming: reference))
            case .search:
                if let query = record.query { plan = try planner.plan(query) }
            }
            effort = planner.effort
            guard !effort.isSpent else {
                let name = try store.name(of: record.followed)
                refusal = Problem(
                    .tooMany, "what you follow is too much to search at once, at \(name)",
                    fix: "weft follow rm \(Problem.quote(name)), or follow a tag instead")
                return
            }
            if planner.refusal == nil, let plan { others.append(plan) }
        }
        people.sort()
    }

    private func planner() throws(StorageError) -> SearchPlanner {
        var planner = try SearchPlanner(store, now: now, wantsAll: false, effort: effort)
        planner.gathersUnread = false
        return planner
    }
}
