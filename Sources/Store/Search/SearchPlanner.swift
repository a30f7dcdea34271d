import Domain
import Primitives

/// Prepares a search: resolves its names and gathers the rows of its words and tags.
///
/// If the search is invalid, `refusal` says why, and the plan is meaningless.
struct SearchPlanner {
    let store: Store
    private let now: WallTime
    /// Whether all matches, or their number, are wanted. Then all rows of a word are gathered, however common it is.
    private let wantsAll: Bool
    /// Whether unread things are gathered from their index. A caller that walks rows in another order tests each row
    /// instead.
    var gathersUnread = true
    /// The budget left after gathering rows.
    var effort: SearchEffort
    /// The reason why the search cannot be run.
    private(set) var refusal: Problem?
    private var collections: [CollectionRecord]?
    /// The person that `me` means: the person of this node, or the author of a collection.
    private(set) var me: Int64
    /// The collections that are being expanded, outermost first.
    private var open: [String] = []
    private var termsLeft = Self.termsMax
    /// The distance in millimetres from the point that the search names, by row; farther rows are missing.
    var distances: [Int64: Int64] = [:]

    /// The most terms after every collection is replaced by its query.
    private static let termsMax = 4 * Limits.queryTermsMax
    /// The deepest nesting of collections that are queries.
    private static let nestedMax = 8

    /// The most rows gathered for the words of a search that wants only the first matches. With more rows than this,
    /// walking newest first finds enough matches soon.
    private static let manyRows = 40_000

    init(
        _ store: Store, now: WallTime, wantsAll: Bool, effort: SearchEffort
    ) throws(StorageError) {
        self.wantsAll = wantsAll
        self.store = store
        self.now = now
        self.effort = effort
        me = try store.me
    }

    /// Plans `query`, without the trash unless the query names it.
    mutating func plan(_ query: SearchQuery) throws(StorageError) -> SearchPlan {
        var asked = try planTop(query.expression)
        if open.isEmpty, let muted = try planMuted(query) { asked = .both(asked, .not(muted)) }
        guard !query.namesTrash else { return asked }
        return .both(asked, .not(.test(.isTrashed)))
    }

    /// A condition that every match must meet may stay a test if so many rows pass that matches come soon.
    private mutating func planTop(
        _ expression: SearchExpression
    ) throws(StorageError) -> SearchPlan {
        guard !wantsAll, open.isEmpty else { return try plan(expression) }
        switch expression {
        case .term(let term) where FullTextQuery.spelled(term) != nil:
            return .all(try plans([expression], joint: .and, rowsMax: Self.manyRows))
        case .all(let parts):
            return .all(try plans(parts, joint: .and, rowsMax: Self.manyRows))
        case .everything, .any, .not, .term:
            return try plan(expression)
        }
    }

    private mutating func plan(_ expression: SearchExpression) throws(StorageError) -> SearchPlan {
        guard refusal == nil else { return .everything }
        switch expression {
        case .everything: return .everything
        case .all(let parts): return .all(try plans(parts, joint: .and))
        case .any(let parts): return .any(try plans(parts, joint: .or))
        case .not(let inner): return .not(try plan(inner))
        case .term(let term): return try plan(term)
        }
    }

    /// Plans the parts, cheapest first, with all text terms combined into one.
    private mutating func plans(
        _ parts: [SearchExpression], joint: FullTextQuery.Joint, rowsMax: Int = .max
    ) throws(StorageError) -> [SearchPlan] {
        var plans: [SearchPlan] = []
        var texts: [SearchTerm] = []
        for part in parts {
            if case .term(let term) = part, FullTextQuery.spelled(term) != nil {
                texts.append(term)
            } else {
                plans.append(try plan(part))
            }
        }
        if !texts.isEmpty {
            let found = try rows(texts, joint, atMost: rowsMax)
            plans +=
                found.map { [.rows($0)] }
                ?? texts.compactMap(TextNeedle.init).map { .test(.stands($0)) }
        }
        // The sort is stable, so that equal searches cost the same.
        return plans.enumerated()
            .sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
            .map(\.element)
    }

    private mutating func plan(_ term: SearchTerm) throws(StorageError) -> SearchPlan {
        termsLeft -= 1
        guard termsLeft >= 0 else { return refuse(.tooManyTerms) }
        switch term {
        case .word, .phrase: return .rows(try rows([term], .and) ?? RowSet())
        case .tag(let name, let scope): return .rows(try rows(tag: name, scope))
        case .text(let field, let text):
            return .test(.contains(SearchColumn(field), Array(text.utf8)))
        case .site(let site): return try plan(site: site)
        case .page(let page): return .rows(try rows(page: page))
        case .by(.me): return .test(.authors([me]))
        case .by(.name(let name)):
            let people = try store.people(named: name)
            // A saved collection may name somebody who is no longer a contact; a query typed now may not.
            guard !people.isEmpty || !open.isEmpty else {
                return refuse(.nobody(name, but: try store.person(calledNearly: name)))
            }
            return .test(.authors(people))
        case .inCollection(let name): return try plan(collection: name)
        case .isState(let state): return try plan(state)
        case .after(let time): return .test(.added(Self.clamped(time)..<Int64.max))
        case .before(let time): return .test(.added(Int64.min..<Self.clamped(time)))
        case .age(let bound, let length): return plan(bound, length)
        case .size(let size): return .test(.size(Int64(size.rawValue)))
        case .kind(let kind): return try plan(kind)
        case .detail(.place, .equals(let text)): return .rows(try rows(atPlace: text))
        case .detail(let name, let test): return try plan(asked: name, passing: test)
        case .costPerWear(let bound, let edge, let currency):
            return .rows(try rows(wornFor: bound, edge, currency))
        case .near(let point, let metres): return .rows(try rows(near: point, metres))
        case .reactions(let counted, let bound, let edge):
            return try plan(counted, bound, edge)
        case .comment(let text): return .rows(try rows(saying: text))
        }
    }

    private mutating func plan(_ state: SearchState) throws(StorageError) -> SearchPlan {
        switch state {
        case .unread: return try planUnread()
        case .read: return .not(try planUnread())
        case .private: return .not(.test(.isPlaced(nil)))
        case .shared: return .test(.isPlaced(nil))
        case .friends: return .test(.isPlaced(Place(.friends).number))
        case .public: return .test(.isPlaced(Place(.public).number))
        case .mine: return .test(.authors([me]))
        case .others: return .not(.test(.authors([me])))
        case .tagged: return .test(.hasTags)
        case .untagged: return .not(.test(.hasTags))
        case .conflicted: return .rows(try gather(SearchSQL.rowsInConflict, []))
        case .liked: return .rows(try rows(judged: .like))
        case .disliked: return .rows(try rows(judged: .dislike))
        case .highlighted: return .rows(try rowsHighlighted())
        case .muted: return try planMuted() ?? .any([])
        case .duplicate: return .rows(try rowsTwice())
        case .trashed: return .rows(try gather(SearchSQL.rowsInTrash, []))
        }
    }

    // With very many unread things, testing each row ends sooner.
    private mutating func planUnread() throws(StorageError) -> SearchPlan {
        guard gathersUnread else { return .test(.isUnread(true)) }
        let rows = try gather(SearchSQL.rowsUnread, [.integer(Self.manyRows + 1)])
        return rows.count > Self.manyRows ? .test(.isUnread(true)) : .rows(rows)
    }

    private mutating func plan(site: String) throws(StorageError) -> SearchPlan {
        guard let match = FullTextQuery.spelled(site: site) else { return .test(.site(site)) }
        let rows = try gather(SearchSQL.rowsOfText, [.text(match)])
        return .both(.rows(rows), .test(.site(site)))
    }

    /// Ages are exact to the millisecond; a thing saved in the future has no age.
    private func plan(_ bound: AgeBound, _ length: Duration) -> SearchPlan {
        let (seconds, attoseconds) = length.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let edge = Self.clamped(now) - milliseconds
        switch bound {
        case .under where milliseconds <= 0: return .any([])
        case .under: return .test(.added((edge + 1)..<Int64.max))
        case .over where milliseconds < 0: return .everything
        case .over: return .test(.added(Int64.min..<edge))
        }
    }

    // MARK: Collections

    private mutating func plan(collection name: String) throws(StorageError) -> SearchPlan {
        if name.hasPrefix(Audience.personPrefix) {
            let contact = try store.contacts().first {
                SearchText.folded(Audience.person($0.name).name) == name
            }
            guard let contact, let group = try store.direct(with: contact.person) else {
                return refuse(.nothingWith(name))
            }
            return .test(.isPlaced(group.audience.place.number))
        }
        if name.hasPrefix(Audience.groupPrefix) {
            let group = try store.namedGroups().first {
                SearchText.folded(Audience.group($0.name).name) == name
            }
            guard let group else { return refuse(.noGroup(name)) }
            return .test(.isPlaced(group.audience.place.number))
        }
        if collections == nil { collections = try store.collectionRecords() }
        guard let record = collections?.first(where: { $0.folded == name }) else {
            if let rows = try store.rows(inCloset: name) { return .rows(RowSet(rows)) }
            return refuse(.noCollection(name))
        }
        guard let query = record.query else {
            return .rows(RowSet(try store.rows(ofMembers: record.members)))
        }
        guard !open.contains(name), open.count < Self.nestedMax else {
            return refuse(.endless(name))
        }
        guard case .success(let parsed) = SearchQuery.parse(query) else {
            return refuse(.broken(name))
        }
        let outer = me
        open.append(name)
        me = record.author
        let inner = try plan(parsed)
        me = outer
        open.removeLast()
        // Another person's query selects from their own things, as it does on their own node.
        return record.isMine ? inner : .both(.test(.authors([record.author])), inner)
    }

    // MARK: Rows

    /// Returns nil if there are more rows than `most`.
    private mutating func rows(
        _ terms: [SearchTerm], _ joint: FullTextQuery.Joint, atMost most: Int = .max
    ) throws(StorageError) -> RowSet? {
        effort.spend(FullTextQuery.shortPrefixes(in: terms) * SearchEffort.shortPrefix)
        let match = FullTextQuery.joined(terms, by: joint)
        // Reading one row too many tells whether there are more.
        let limit = most == .max ? most : most + 1
        let rows = try gather(SearchSQL.firstRowsOfText, [.text(match), .integer(limit)])
        return rows.count > most ? nil : rows
    }

    mutating func rows(
        tag name: String, _ scope: TagScope
    ) throws(StorageError) -> RowSet {
        let tags: [Int64]
        switch scope {
        case .exact: tags = try numbers(SearchSQL.tagNamed, [.text(name)])
        case .below:
            tags = try numbers(SearchSQL.tagsBelow, [.text(name + "/"), .text(name + "0")])
        case .withSubtree:
            tags =
                try numbers(SearchSQL.tagNamed, [.text(name)])
                + numbers(SearchSQL.tagsBelow, [.text(name + "/"), .text(name + "0")])
        }
        var rows = RowSet()
        for tag in tags { rows.formUnion(try gather(SearchSQL.rowsOfTag, [.integer(tag)])) }
        return rows
    }

    mutating func gather(_ sql: String, _ values: [SQLValue]) throws(StorageError) -> RowSet {
        var rows = RowSet()
        guard refusal == nil else { return rows }
        let statement = try store.database.statement(sql)
        for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
        defer { statement.reset() }
        var count = 0
        while try statement.step() {
            rows.insert(statement.integer(0))
            count += 1
            guard count % SearchEffort.rowsEach == 0 else { continue }
            effort.spend(1)
            if effort.isSpent { break }
        }
        if effort.isSpent { refusal = .tooBroad }
        return rows
    }

    private func numbers(_ sql: String, _ values: [SQLValue]) throws(StorageError) -> [Int64] {
        try store.database.rows(sql, values) { (row) throws(StorageError) in row.integer(0) }
    }

    private mutating func refuse(_ problem: Problem) -> SearchPlan {
        refusal = refusal ?? problem
        return .everything
    }

    /// Whether no collection is being expanded.
    var isOutermost: Bool { open.isEmpty }

    /// Records that the search has exceeded its budget.
    mutating func refuseAsTooBroad() { refusal = .tooBroad }

    private static func clamped(_ time: WallTime) -> Int64 { Int64(clamping: time.milliseconds) }
}

extension SearchPlan {
    /// Returns a plan that requires both; `second` is evaluated last.
    static func both(_ first: SearchPlan, _ second: SearchPlan) -> SearchPlan {
        switch first {
        case .everything: return second
        case .all(let parts): return .all(parts + [second])
        case .any, .not, .rows, .test: return .all([first, second])
        }
    }
}

extension SearchColumn {
    init(_ field: SearchField) {
        switch field {
        case .title: self = .title
        case .url: self = .url
        case .note: self = .note
        }
    }
}

private enum SearchSQL {
    static let rowsOfText = "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid"
    static let firstRowsOfText = """
        SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid LIMIT ?
        """
    static let tagNamed = "SELECT id FROM tags WHERE folded = ? ORDER BY id"
    static let tagsBelow =
        "SELECT id FROM tags WHERE folded >= ? AND folded < ? ORDER BY folded, id"
    static let rowsOfTag = "SELECT object FROM tagged WHERE tag = ? ORDER BY object"
    static let rowsInConflict = "SELECT object FROM bookmarks WHERE conflicts > 0 ORDER BY object"
    // The condition is that of the partial index.
    static let rowsUnread = """
        SELECT object FROM bookmarks WHERE \(PrivateNoteSQL.unread) > 0 ORDER BY object LIMIT ?
        """
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let rowsInTrash = "SELECT id FROM objects WHERE hidden = 1 AND hidden > 0 ORDER BY id"
}
