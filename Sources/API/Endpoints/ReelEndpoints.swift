package import Domain

/// Lists the clips of a place.
package struct ShowReel: Endpoint {
    package var id = ""
    package var theme: String?
    package var tag: String?
    package var search = ThingSearch()

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.query("theme", &theme, "Only with this theme")
        fields.query("tag", &tag, "Only with this tag or one below it")
        search.visit(fields)
    }

    /// Creates a request for clips of the place with this reference, with this theme and tag.
    package init(
        _ id: String, theme: String? = nil, tag: String? = nil,
        _ search: ThingSearch = ThingSearch()
    ) {
        self.id = id
        self.theme = theme
        self.tag = tag
        self.search = search
    }

    package static let route = EndpointRoute(
        "reel", .get, "/v1/places/{id}/reel", "The clips of a place", Routes.searching)
    package static var outputForm: AnswerForm { .page(of: Clips.names.thing) }

    // What `theme` and `tag` say must hold as well as the search.
    package func request() throws(ProblemJSON) -> TypedRequest<ListPage> {
        var request = try search.request(of: .clip)
        request.place = Reference(text: id)
        var terms: [String] = []
        for (text, word) in [(theme, "theme:"), (tag, "#")] {
            guard let text, !text.isEmpty else { continue }
            terms.append(word + Self.quoted(text))
        }
        // What cannot be understood is refused by the node, as any search is.
        guard case .success(let asked) = SearchQuery.parse(request.query) else {
            return .query { .list(request, $0) }
        }
        let rest = SearchQuery(asked.expression).spelled
        if !rest.isEmpty { terms.append("(\(rest))") }
        request.query = terms.joined(separator: " ")
        request.sort = request.sort ?? asked.sort
        return .query { .list(request, $0) }
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    package func output(_ page: ListPage) -> PageJSON<NamedThingJSON> {
        PageJSON(
            items: page.items.map(NamedThingJSON.init), nextCursor: page.nextCursor,
            total: page.total)
    }
}
