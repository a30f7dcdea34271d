package import Domain

/// A selection of things: `refs` (ids, ends of ids, addresses) or `query`, never both.
package struct SelectionJSON: JSONShape {
    package var refs: [String]?
    package var query: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("refs", &refs, "Ids, ends of ids (8 characters at least), or addresses.")
        fields.member("query", &query, as: .search, "A search.")
    }

    /// The things that a person named.
    package init(_ selection: Selection) {
        switch selection {
        case .references(let references): refs = references.map(\.text)
        case .query(let text): query = text
        }
    }

    /// The selection as the node understands it.
    package func selection() throws(ProblemJSON) -> Selection {
        switch (refs, query) {
        case (let refs?, nil):
            return .references(try Self.references(refs))
        case (nil, let query?):
            return .query(query)
        case (nil, nil), (.some, .some):
            throw ProblemJSON(
                .invalidValue, "send either refs or query",
                fix: "send exactly one of the two", pointer: "/refs")
        }
    }
}

extension SelectionJSON {
    /// Reads ids and addresses, at least one.
    static func references(_ refs: [String]) throws(ProblemJSON) -> [Reference] {
        guard !refs.isEmpty else {
            throw ProblemJSON(
                .invalidValue, "refs is empty", fix: "name at least one thing",
                pointer: "/refs")
        }
        return refs.map { Reference(text: $0) }
    }
}

/// The member that the body of every change may have besides.
struct DryRunJSON: JSONShape {
    var dryRun: Bool?

    static let shape = "DryRun"

    init() {}

    mutating func visit(_ fields: Fields) {
        fields.member("dry_run", &dryRun)
    }
}

/// `POST` and `DELETE /v1/collections/{name}/items`.
package struct SelectionRequest: JSONShape {
    package var selection = SelectionJSON()
    package var dryRun: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        selection.visit(fields)
        fields.member(
            "dry_run", &dryRun, "Change nothing; the answer counts what would be changed.")
    }

    /// A request about these things.
    package init(_ selection: Selection, dryRun: Bool? = nil) {
        self.selection = SelectionJSON(selection)
        self.dryRun = dryRun
    }
}
