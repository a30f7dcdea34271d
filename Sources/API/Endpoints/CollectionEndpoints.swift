package import Domain

// Endpoints of collections.

/// Lists every collection in sight.
package struct ListCollections: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listCollections", .get, "/v1/collections", "Every collection")
    package func request() -> TypedRequest<[Collection]> { .query { .collections($0) } }
    package func output(_ all: [Collection]) -> PageJSON<CollectionJSON> {
        PageJSON(items: all.map(CollectionJSON.init))
    }
}

/// Makes a collection.
package struct NewCollection: Endpoint, UndoableEndpoint {
    package var name = ""
    package var description: String?
    package var query: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "Its name.")
        fields.member("description", &description, as: .note, "Its purpose.")
        fields.member(
            "query", &query, as: .search,
            "The search that it stands for; absent if it is filled by hand.")
    }

    /// A collection of this name.
    package init(name: String, description: String? = nil, query: String? = nil) {
        self.name = name
        self.description = description
        self.query = query
    }

    package static let route = EndpointRoute(
        "newCollection", .post, "/v1/collections", "Make a collection",
        [.conflict, .invalidValue, .invalidQuery, .readOnly], statuses: [201])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .newCollection(name: name, description: description ?? "", query: query, $0) }
    }
}

/// Shows one collection: one's own, if others have one of that name.
package struct ShowCollection: Endpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "showCollection", .get, "/v1/collections/{name}", "One collection", [.notFound])
    package func request() -> TypedRequest<[Collection]> { .query { .collections($0) } }
    package func output(_ all: [Collection]) throws(ProblemJSON) -> CollectionJSON {
        let named = all.filter { $0.name == name }
        guard let found = named.first(where: \.author.isMe) ?? named.first else {
            throw ProblemJSON(
                .notFound, "there is no collection named \(name.prefix(80))", fix: "weft col ls")
        }
        return CollectionJSON(found)
    }
}

/// Changes a collection; what is absent stays.
package struct EditCollection: Endpoint, UndoableEndpoint {
    package var collection = ""
    package var name: String?
    package var description: String?
    package var query: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &collection)
        fields.member("name", &name, as: .name, "Its name.")
        fields.clearable("description", &description, as: .note, nothing: "", "Its purpose.")
        fields.member("query", &query, as: .search, "The search that it stands for.")
    }

    /// A change of the collection with this name.
    package init(
        _ collection: String, name: String? = nil, description: String? = nil,
        query: String? = nil
    ) {
        self.collection = collection
        self.name = name
        self.description = description
        self.query = query
    }

    package static let route = EndpointRoute(
        "editCollection", .patch, "/v1/collections/{name}",
        "Change a collection; what is absent stays",
        [.notFound, .conflict, .invalidValue, .invalidQuery, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        let change = CollectionChange(name: name, description: description, query: query)
        return .command { .editCollection(name: collection, change, $0) }
    }
}

/// Moves a collection to the trash; its members stay.
package struct RemoveCollection: Endpoint, UndoableEndpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "removeCollection", .delete, "/v1/collections/{name}",
        "Move a collection to the trash; its members stay", [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .removeCollection(name: name, $0) }
    }
}

/// Lists the members of a collection: in its order if it is manual, else newest first.
package struct ShowMembers: Endpoint {
    package var name = ""
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.page(&limit, &cursor)
    }

    package static let route = EndpointRoute(
        "showMembers", .get, "/v1/collections/{name}/items",
        "The contents of a collection: in its order if it was filled by hand, else newest first",
        [.notFound, .invalidValue, .invalidQuery, .tooMany])
    package func request() -> TypedRequest<ListPage> {
        .query { .members(ofCollection: name, limit: limit ?? 50, cursor: cursor, $0) }
    }
    package func output(_ page: ListPage) -> PageJSON<ThingJSON> { PageJSON(page) }
}

/// Moves members of a manual collection.
package struct OrderCollection: Endpoint, UndoableEndpoint {
    package var name = ""
    package var refs: [String] = []
    package var place = ""
    package var of: String?

    package static let shape = "Order"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.member("refs", &refs, "The members that go elsewhere.")
        fields.member(
            "place", &place, as: .word(Self.places),
            "The position they go to: `first`, `last`, `before` or `after`.")
        fields.member("of", &of, "The member before or behind which they go.")
    }

    /// Puts these members of a collection there.
    package init(_ name: String, _ refs: [String], to place: CollectionPlace) {
        self.name = name
        self.refs = refs
        switch place {
        case .first: self.place = "first"
        case .last: self.place = "last"
        case .before(let member): (self.place, of) = ("before", member.text)
        case .after(let member): (self.place, of) = ("after", member.text)
        }
    }

    package static let route = EndpointRoute(
        "orderCollection", .post, "/v1/collections/{name}/order",
        "Put members elsewhere in a collection that is filled by hand",
        [.notFound, .ambiguous, .invalidValue, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let references = try SelectionJSON.references(refs)
        let target = try target()
        return .command { .orderCollection(name: name, references, to: target, $0) }
    }

    private func target() throws(ProblemJSON) -> CollectionPlace {
        switch (place, of) {
        case ("first", nil): return .first
        case ("last", nil): return .last
        case ("before", let member?): return .before(Reference(text: member))
        case ("after", let member?): return .after(Reference(text: member))
        case ("before", nil), ("after", nil):
            throw ProblemJSON(
                .invalidValue, "nothing says \(place) what", fix: "name a member: of",
                pointer: "/of")
        case ("first", .some), ("last", .some):
            throw ProblemJSON(
                .invalidValue, "\(place) goes with no member", fix: "leave out of", pointer: "/of")
        default: throw ParameterWord.refusal(place, "place", Self.places, at: "/place")
        }
    }

    private static let places = ["first", "last", "before", "after"]
}

/// Puts things at the end of a collection.
package struct AddToCollection: CollectionItemsEndpoint {
    package var name = ""
    package var things = SelectionRequest()

    package init() {}

    package static let route = EndpointRoute(
        "addToCollection", .post, "/v1/collections/{name}/items",
        "Put things at the end of a collection",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .conflict, .readOnly],
        body: "Selection")
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let selection = try things.selection.selection()
        return .command { .addToCollection(name: name, selection, $0) }
    }
}

/// Takes things out of a collection.
package struct RemoveFromCollection: CollectionItemsEndpoint {
    package var name = ""
    package var things = SelectionRequest()

    package init() {}

    package static let route = EndpointRoute(
        "removeFromCollection", .delete, "/v1/collections/{name}/items",
        "Take things out of a collection",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .conflict, .readOnly],
        body: "Selection")
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let selection = try things.selection.selection()
        return .command { .removeFromCollection(name: name, selection, $0) }
    }
}

/// An endpoint that changes which things a collection has.
package protocol CollectionItemsEndpoint: Endpoint, UndoableEndpoint {
    /// The name of the collection.
    var name: String { get set }
    /// The things that come or go.
    var things: SelectionRequest { get set }
}

extension CollectionItemsEndpoint {
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        things.visit(fields)
    }

    /// These things, and the collection with this name.
    package init(_ name: String, _ things: Selection) {
        self.init()
        self.name = name
        self.things = SelectionRequest(things)
    }
}
