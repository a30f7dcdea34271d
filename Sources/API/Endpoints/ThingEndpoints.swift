import CRDT
package import Domain

// Endpoints that things of each kind have, and of any.

/// An endpoint that changes the thing whose id its path has, in one step: `If-Match` can bind it to a version.
package protocol ThingChange: Endpoint, UndoableEndpoint {
    /// The kind of thing that the path is for; nil if it is any.
    static var kind: Kind? { get }
}

extension ThingChange {
    /// Checks that a thing is of the kind that the path is for.
    ///
    /// - Throws: `not_found` if it is of another kind.
    package static func check(_ thing: Bookmark) throws(ProblemJSON) {
        try kind?.check(thing, isEdit: route.method == .patch)
    }
}

/// An endpoint that keeps one thing, and answers with the path of it (201) or that it was there already (200).
package protocol CreatingEndpoint: Endpoint, UndoableEndpoint
where Output == KeptJSON, NodeAnswer == AdditionReport {}

extension Endpoint where Output == KeptJSON {
    package func output(_ report: AdditionReport) -> KeptJSON { KeptJSON(report) }
}

/// The parameters of every list of things.
package struct ThingSearch: Equatable, Sendable {
    /// A search; absent means everything.
    package var q: String?
    package var sort: String?
    package var limit: Int?
    package var cursor: String?
    /// Whether all matches are counted, too.
    package var total: Bool?

    /// Names these behind the question mark.
    mutating func visit(_ fields: Fields) {
        fields.query("q", &q, "A search; absent means everything")
        fields.query(
            "sort", &sort, as: .word(SortOrder.allCases.map(\.rawValue)), "The order")
        fields.page(&limit, &cursor)
        fields.query("total", &total, "Also count all matches")
    }

    /// A search; what is left out is as usual.
    package init(
        _ query: String? = nil, sort: String? = nil, limit: Int? = nil, cursor: String? = nil,
        total: Bool? = nil
    ) {
        q = query
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
        self.total = total
    }

    /// The request to the node.
    func request(of kind: Kind?) throws(ProblemJSON) -> ListRequest {
        ListRequest(
            query: q ?? "", sort: try ParameterWord.sort(sort), limit: limit ?? 50, cursor: cursor,
            withTotal: total ?? false, kind: kind)
    }
}

/// Lists the things that match a search.
package struct ListThings<Paths: ThingPaths>: Endpoint {
    package var search = ThingSearch()
    /// The word of the only kind to list; only where the paths are for every kind.
    package var type: String?
    /// Whole ids with commas between, instead of a search; only where the paths are for every kind.
    package var ids: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        search.visit(fields)
        guard Paths.names.kind == nil else { return }
        fields.query(
            "type", &type, as: .word(Kind.allCases.map(\.word)), "Only things of this kind")
        fields.query(
            "ids", &ids,
            "Instead of a search, these: at most \(Limits.thingsAtOnceMax) whole ids, with commas")
    }

    /// Those that match this.
    package init(_ search: ThingSearch) { self.search = search }

    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.names.operation(.list), .get, Paths.names.path, Paths.names.summary(.list),
            Routes.searching)
    }
    package static var outputForm: AnswerForm { .page(of: Paths.names.thing) }
    package func request() throws(ProblemJSON) -> TypedRequest<ListPage> {
        if let ids {
            let named = try Self.named(ids)
            return .query { .things(named, $0) }
        }
        let typed = try ParameterWord.kind(type)
        let request = try search.request(of: Paths.names.kind ?? typed)
        return .query { .list(request, $0) }
    }
    package func output(_ page: ListPage) -> PageJSON<Paths.Representation> {
        PageJSON(
            items: page.items.map { Paths.Representation($0) }, nextCursor: page.nextCursor,
            total: page.total)
    }
}

extension ListThings {
    fileprivate static func named(_ text: String) throws(ProblemJSON) -> [ObjectID] {
        let words = text.split(separator: ",")
        guard words.count <= Limits.thingsAtOnceMax else {
            throw ProblemJSON(
                .badRequest, "\(words.count) ids are more than \(Limits.thingsAtOnceMax)",
                fix: "ask for fewer at once")
        }
        var ids: [ObjectID] = []
        for word in words {
            guard let id = ObjectID(text: String(word)) else {
                throw ProblemJSON(
                    .badRequest, "\(Problem.quote(String(word))) is not a whole id",
                    fix: "ids have 26 characters")
            }
            ids.append(id)
        }
        return ids
    }
}

/// Returns the order of everything that matches a search, without what is in it.
package struct ShowIndex: Endpoint {
    package var q: String?
    package var sort: String?
    package var type: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("q", &q, "A search; absent means everything")
        fields.query(
            "sort", &sort, as: .word(SortOrder.allCases.map(\.rawValue)), "The order")
        fields.query(
            "type", &type, as: .word(Kind.allCases.map(\.word)), "Only things of this kind")
    }

    package static let route = EndpointRoute(
        "showIndex", .get, "/v1/index", "The order of everything that matches, as ids alone",
        Routes.searching)
    package func request() throws(ProblemJSON) -> TypedRequest<ThingIndex> {
        let request = ListRequest(
            query: q ?? "", sort: try ParameterWord.sort(sort), kind: try ParameterWord.kind(type))
        return .query { .index(request, $0) }
    }
    package func output(_ index: ThingIndex) -> IndexJSON { IndexJSON(index) }
}

/// Shows one thing.
package struct ShowThing<Paths: ThingPaths>: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.names.operation(.show), .get, Paths.names.path + "/{id}",
            Paths.names.summary(.show), [.notFound, .ambiguous])
    }
    package static var outputForm: AnswerForm { .one(Paths.names.thing) }
    package func request() -> TypedRequest<Bookmark> { .query { .show(Reference(text: id), $0) } }
    package func output(_ thing: Bookmark) throws(ProblemJSON) -> Paths.Representation {
        try Paths.names.kind?.check(thing)
        return Paths.Representation(thing)
    }
}

/// Moves one thing to the trash.
package struct RemoveThing<Paths: ThingPaths>: DryRunEndpoint, ThingChange {
    package var id = ""
    package var dryRun: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.dryRun(&dryRun, hasBody: false)
    }

    /// Creates a request for the thing with this reference.
    package init(_ id: String, dryRun: Bool? = nil) {
        self.id = id
        self.dryRun = dryRun
    }

    package static var kind: Kind? { Paths.names.kind }
    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.names.operation(.remove), .delete, Paths.names.path + "/{id}",
            Paths.names.summary(.remove),
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly])
    }
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .remove(.references([Reference(text: id)]), $0) }
    }
}
