package import Domain

/// `POST /v1/collections`.
package struct NewCollectionRequest: JSONShape {
    package var name = ""
    package var description: String?
    package var query: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "What it is called.")
        fields.member("description", &description, as: .note, "What it is for.")
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

    /// What it asks of the node.
    package var command: Command {
        .newCollection(name: name, description: description ?? "", query: query)
    }
}

/// `PATCH /v1/collections/{name}`; what is absent stays.
package struct EditCollectionRequest: JSONShape {
    package var name: String?
    package var description: String?
    package var query: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "What it is called.")
        fields.clearable("description", &description, as: .note, nothing: "", "What it is for.")
        fields.member("query", &query, as: .search, "The search that it stands for.")
    }

    /// A change to these.
    package init(name: String? = nil, description: String? = nil, query: String? = nil) {
        self.name = name
        self.description = description
        self.query = query
    }

    /// What it asks of the node.
    package var change: CollectionChange {
        CollectionChange(name: name, description: description, query: query)
    }
}

/// `POST /v1/collections/{name}/order`: members, and where they go.
package struct OrderRequest: JSONShape {
    package var refs: [String] = []
    package var place = ""
    package var of: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("refs", &refs, "The members that go elsewhere.")
        fields.member(
            "place", &place, as: .word(OrderRequest.places),
            "Where they go: `first`, `last`, `before` or `after`.")
        fields.member("of", &of, "The member before or behind which they go.")
    }

    /// Puts these there.
    package init(_ refs: [String], to place: CollectionPlace) {
        self.refs = refs
        switch place {
        case .first: self.place = "first"
        case .last: self.place = "last"
        case .before(let member): (self.place, of) = ("before", member.text)
        case .after(let member): (self.place, of) = ("after", member.text)
        }
    }

    /// What it asks of the node.
    package func command(_ name: String) throws(ProblemJSON) -> Command {
        .orderCollection(
            name: name, try SelectionJSON.references(refs), to: try target())
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
        default: throw Word.refusal(place, "place", Self.places, at: "/place")
        }
    }

    /// What `place` may be.
    static let places = ["first", "last", "before", "after"]
}
