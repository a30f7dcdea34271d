package import Domain

// Searches as feeds for a feed reader.

extension Routes {
    /// The content types of feeds. - Source: RFC 4287, section 7; JSON Feed 1.1.
    package static let atomType = "application/atom+xml"
    package static let jsonFeedType = "application/feed+json"
}

/// An endpoint that answers what matches a search as a feed.
package protocol FeedDocument: ServedEndpoint {
    /// The search for the entries of the feed.
    var search: FeedSearch { get }
    /// The content type of the feed.
    static var type: String { get }
}

extension FeedDocument {
    package static var answer: Route.Answer {
        Route.Answer(
            statuses: route.statuses, schema: .string, mediaTypes: [type], json: .object)
    }
}

/// The request of a feed reader.
package struct FeedSearch: Equatable, Sendable {
    package var q: String?
    package var sort: String?
    package var limit: Int?
    package var cursor: String?
    /// The kind of things, which feeds take without naming it in OpenAPI.
    package var type: String?
    /// The token of the reader, which goes into the address of the next page.
    package var token: String?

    mutating func visit(_ fields: Fields) {
        fields.query("q", &q, "A search; absent means everything")
        fields.query("sort", &sort, as: .words(SortOrder.self), "The order")
        fields.page(&limit, &cursor)
        fields.unlisted("type", &type)
        fields.unlisted("token", &token)
    }

    /// The list that makes the feed.
    ///
    /// - Throws: `invalid_value` for an order or a kind that there is not.
    package func list() throws(ProblemJSON) -> ListRequest {
        ListRequest(
            query: q ?? "", sort: try ParameterWord.sort(sort), limit: limit ?? 50, cursor: cursor,
            kind: try ParameterWord.kind(type))
    }
}

/// Answers what matches a search, as an Atom feed.
package struct AtomFeed: FeedDocument {
    package var search = FeedSearch()

    package init() {}
    package mutating func visit(_ fields: Fields) { search.visit(fields) }

    package static let route = EndpointRoute(
        "atomFeed", .get, "/feeds/atom", "The matches of a search, as an Atom feed",
        Routes.searching)
    package static let type = Routes.atomType
}

/// Answers what matches a search, as a JSON Feed.
package struct JSONFeed: FeedDocument {
    package var search = FeedSearch()

    package init() {}
    package mutating func visit(_ fields: Fields) { search.visit(fields) }

    package static let route = EndpointRoute(
        "jsonFeed", .get, "/feeds/json", "The matches of a search, as a JSON Feed",
        Routes.searching)
    package static let type = Routes.jsonFeedType
}
