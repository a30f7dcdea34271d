package import Domain

// Endpoints of what others share, reactions to it, and recommendations.

private let feedProblems: [ProblemJSON.Code] = [
    .notFound, .invalidQuery, .invalidValue, .tooMany,
]

/// Lists things of others, newest first.
package struct ShowFeed: PagedEndpoint {
    package var kind: String?
    package var q: String?
    package var audience: String?
    package var limit: Int?
    package var cursor: String?

    private static let scopes: [FeedScope] = [.following, .discover]

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query(
            "kind", &kind, as: .word(Self.scopes.map(\.word)),
            "Things that match what you follow, or things that match none of it")
        fields.feed(&q, &audience, &limit, &cursor)
    }

    /// Things of this scope that match a search, or all.
    package init(_ scope: FeedScope, matching q: String?) {
        kind = scope.word
        self.q = q
    }

    package static let route = EndpointRoute(
        "showFeed", .get, "/v1/feed", "Things of others, newest first", feedProblems)
    package typealias Item = ThingJSON
    package func request() throws(ProblemJSON) -> TypedRequest<ListPage> {
        let word = kind ?? FeedScope.following.word
        guard let scope = Self.scopes.first(where: { $0.word == word }) else {
            throw ProblemJSON(
                .badRequest, "\(Problem.quote(word)) is not a kind of feed",
                fix: Self.scopes.map(\.word).joined(separator: " or "))
        }
        let audience = try ParameterWord.audience(audience, at: "")
        return .query {
            .feeds(
                .feed(
                    FeedRequest(
                        scope, query: q ?? "", audience: audience, limit: limit ?? 20,
                        cursor: cursor), $0))
        }
    }
    package func output(_ page: ListPage) -> PageJSON<ThingJSON> { PageJSON(page) }
}

/// Lists what others said of things that are followed, newest first.
package struct ShowSaid: PagedEndpoint {
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.page(&limit, &cursor) }

    package static let route = EndpointRoute(
        "showSaid", .get, "/v1/feed/said",
        "Reactions and comments on things you follow, newest first", [.invalidValue])
    package typealias Item = SaidJSON
    package func request() -> TypedRequest<ReceivedReactionPage> {
        .query { .feeds(.said(limit: limit ?? 20, cursor: cursor, $0)) }
    }
    package func output(_ page: ReceivedReactionPage) -> PageJSON<SaidJSON> {
        PageJSON(items: page.items.map(SaidJSON.init), nextCursor: page.nextCursor)
    }
}

/// Lists things of others that were not rated yet, newest first.
package struct ShowRate: PagedEndpoint {
    package var q: String?
    package var audience: String?
    package var limit: Int?
    package var cursor: String?
    package var discover = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.feed(&q, &audience, &limit, &cursor)
        fields.query("discover", &discover, "Only things that match nothing you follow")
    }

    /// Things that match a search and that an audience sees, or all.
    package init(matching q: String?, audience: String?, discover: Bool) {
        self.q = q
        self.audience = audience
        self.discover = discover
    }

    package static let route = EndpointRoute(
        "showRate", .get, "/v1/rate", "Things of others that you have not rated", feedProblems)
    package typealias Item = ThingJSON
    package func request() throws(ProblemJSON) -> TypedRequest<ListPage> {
        let wanted = FeedRequest(
            discover ? .unjudgedElsewhere : .unjudged, query: q ?? "",
            audience: try ParameterWord.audience(audience, at: ""), limit: limit ?? 20,
            cursor: cursor)
        return .query { .feeds(.feed(wanted, $0)) }
    }
    package func output(_ page: ListPage) -> PageJSON<ThingJSON> { PageJSON(page) }
}

/// Lists what is liked, latest first.
package struct ShowLookbook: PagedEndpoint {
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.page(&limit, &cursor) }

    package static let route = EndpointRoute(
        "showLookbook", .get, "/v1/lookbook", "The things you like, latest first", [.invalidValue])
    package typealias Item = ThingJSON
    package func request() -> TypedRequest<ListPage> {
        .query { .feeds(.lookbook(limit: limit ?? 20, cursor: cursor, $0)) }
    }
    package func output(_ page: ListPage) -> PageJSON<ThingJSON> { PageJSON(page) }
}

/// Lists own things that others see, and counts the reactions to them.
package struct ShowPortfolio: Endpoint {
    package var place: String?
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("place", &place, "Only things that refer to this one, such as a place")
        fields.page(&limit, &cursor)
    }

    /// A page of those that refer to a thing, or of all.
    package init(place: String?, limit: Int, cursor: String?) {
        self.place = place
        self.limit = limit
        self.cursor = cursor
    }

    package static let route = EndpointRoute(
        "showPortfolio", .get, "/v1/portfolio", "Things you share, and the reactions to them",
        [.notFound, .ambiguous, .invalidValue, .tooMany])
    package func request() -> TypedRequest<Portfolio> {
        .query {
            .feeds(
                .portfolio(
                    PortfolioRequest(
                        place: place.map { Reference(text: $0) }, limit: limit ?? 20, cursor: cursor
                    ), $0))
        }
    }
    package func output(_ portfolio: Portfolio) -> PortfolioJSON { PortfolioJSON(portfolio) }
}

/// Lists friends by the likes of their things.
package struct ListContributors: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listContributors", .get, "/v1/portfolio/friends", "Friends by the likes of their things")
    package func request() -> TypedRequest<[Contributor]> { .query { .feeds(.contributors($0)) } }
    package func output(_ people: [Contributor]) -> PageJSON<ContributorJSON> {
        PageJSON(items: people.map(ContributorJSON.init))
    }
}

/// Lists garments and outfits that may be liked, with reasons.
package struct Recommend: Endpoint {
    package var type: String?
    package var season: String?
    package var occasion: String?
    package var limit: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query(
            "type", &type, as: .word(RecommendationWish.kinds.map(\.word)), "Only of this kind")
        fields.query(
            "season", &season, as: .word(Garment.seasons), "Only what is worn then")
        fields.query("occasion", &occasion, "Such as work")
        fields.limit(&limit)
    }

    /// At most `limit`; nil for any kind, season or occasion.
    package init(type: String?, season: String?, occasion: String?, limit: Int) {
        self.type = type
        self.season = season
        self.occasion = occasion
        self.limit = limit
    }

    package static let route = EndpointRoute(
        "recommend", .get, "/v1/recommendations", "Garments and outfits you may like",
        [.invalidValue])
    package func request() throws(ProblemJSON) -> TypedRequest<[Recommendation]> {
        let kind = try ParameterWord.kind(type)
        return .query {
            .feeds(
                .recommend(
                    RecommendationWish(
                        kind: kind, season: season, occasion: occasion, limit: limit ?? 10), $0))
        }
    }
    package func output(_ found: [Recommendation]) -> PageJSON<RecommendationJSON> {
        PageJSON(items: found.map(RecommendationJSON.init))
    }
}

extension Fields {
    // The parameters that narrow a list of others' things.
    fileprivate func feed(
        _ q: inout String?, _ audience: inout String?, _ limit: inout Int?,
        _ cursor: inout String?
    ) {
        query("q", &q, "A search that must match, too")
        query("audience", &audience, as: .audience, "Only in this audience")
        page(&limit, &cursor)
    }
}

extension PageJSON<ThingJSON> {
    init(_ page: ListPage) {
        self.init(
            items: page.items.map(ThingJSON.init), nextCursor: page.nextCursor, total: page.total)
    }
}
