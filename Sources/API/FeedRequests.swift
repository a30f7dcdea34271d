import Domain

extension Asking {
    /// What is asked of what others have; nil if something else is.
    func feedQuery() throws(ProblemJSON) -> FeedQuery? {
        switch endpoint {
        case .listFollows: return .follows(.follow)
        case .listMutes: return .follows(.mute)
        case .showFeed:
            let word = parameters.text("kind") ?? FeedScope.following.word
            let scopes = Self.feedScopes
            guard let scope = scopes.first(where: { $0.word == word }) else {
                throw ProblemJSON(
                    .badRequest, "\(Problem.quote(word)) is not a kind of feed",
                    fix: scopes.map(\.word).joined(separator: " or "))
            }
            return .feed(try feedRequest(scope))
        case .showRate:
            let isElsewhere = try parameters.truth("discover")
            return .feed(try feedRequest(isElsewhere ? .unjudgedElsewhere : .unjudged))
        case .showSaid:
            return .said(limit: try feedLimit(), cursor: parameters.text("cursor"))
        case .showLookbook:
            return .lookbook(limit: try feedLimit(), cursor: parameters.text("cursor"))
        case .showPortfolio:
            return .portfolio(
                PortfolioRequest(
                    place: parameters.text("place").map { Reference(text: $0) },
                    limit: try feedLimit(), cursor: parameters.text("cursor")))
        case .listContributors: return .contributors
        case .recommend:
            return .recommend(
                RecommendationWish(
                    kind: try Word.kind(parameters.text("type")),
                    season: parameters.text("season"), occasion: parameters.text("occasion"),
                    limit: try parameters.number("limit", in: 1...Limits.pageMax) ?? 10))
        case .showProfile: return .profile(parameters.text("of").map { PersonReference($0) })
        default: return nil
        }
    }

    /// What is followed or muted from now on, or no longer, and what one says about oneself; nil if it
    /// is something else that is done.
    func feedCommand() throws(ProblemJSON) -> FeedCommand? {
        switch endpoint {
        case .addFollow: return try read(FollowRequest.self).command(.follow)
        case .addMute: return try read(FollowRequest.self).command(.mute)
        case .removeFollow: return .leave(name("what"), .follow)
        case .removeMute: return .leave(name("what"), .mute)
        case .editProfile: return try read(EditProfileRequest.self).command()
        default: return nil
        }
    }

    static let feedScopes: [FeedScope] = [.following, .discover]

    private func feedRequest(_ scope: FeedScope) throws(ProblemJSON) -> FeedRequest {
        FeedRequest(
            scope, query: parameters.text("q") ?? "",
            audience: try Word.audience(parameters.text("audience"), at: ""),
            limit: try feedLimit(), cursor: parameters.text("cursor"))
    }

    private func feedLimit() throws(ProblemJSON) -> Int {
        try parameters.number("limit", in: 1...Limits.pageMax) ?? 20
    }
}
