import Domain

extension Routes {
    /// What is followed and muted, and what others have.
    static let attention: [Route] = [
        get(.listFollows, "/v1/follows", "What you follow", .page("Follow")),
        write(
            .addFollow, .post, "/v1/follows",
            "Follow a person, a tag, a search, or what refers to a thing",
            body: "NewFollow", answer: .named("Done"), statuses: [201], attending),
        write(
            .removeFollow, .delete, "/v1/follows/{what}", "Stop following something", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(.listMutes, "/v1/mutes", "What you have muted", .page("Follow")),
        write(
            .addMute, .post, "/v1/mutes", "Hide a person's things, or those that others tag",
            body: "NewFollow", answer: .named("Done"), statuses: [201], attending),
        write(
            .removeMute, .delete, "/v1/mutes/{what}", "Unmute something", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(
            .showFeed, "/v1/feed", "Things of others, newest first", .page("Thing"),
            [
                query(
                    "kind", .word(Asking.feedScopes.map(\.word)),
                    "Things that match what you follow, or things that match none of it")
            ] + feeding, feedProblems),
        get(
            .showSaid, "/v1/feed/said",
            "Reactions and comments on things you follow, newest first", .page("Said"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        get(
            .showRate, "/v1/rate", "Things of others that you have not rated", .page("Thing"),
            feeding
                + [query("discover", .boolean, "Only things that match nothing you follow")],
            feedProblems),
        get(
            .showLookbook, "/v1/lookbook", "What you like, latest first", .page("Thing"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        get(
            .showPortfolio, "/v1/portfolio", "Things you share, and the reactions to them",
            .named("Portfolio"),
            [
                query("place", .string, "Only things that refer to this one, such as a place"),
                limit,
                query("cursor", .string, "next_cursor of the page before"),
            ], [.notFound, .ambiguous, .invalidValue, .tooMany]),
        get(
            .listContributors, "/v1/portfolio/friends", "Friends by the likes of their things",
            .page("Contributor")),
        get(
            .recommend, "/v1/recommendations", "Garments and outfits you may like",
            .page("Recommendation"),
            [
                query(
                    "type", .word(RecommendationWish.kinds.map(\.word)), "Only of this kind"),
                query("season", .word(Garment.seasons), "Only what is worn then"),
                query("occasion", .string, "Such as work"), limit,
            ], [.invalidValue]),
        get(
            .showProfile, "/v1/profile", "The profile of a person", .named("Profile"),
            [query("of", .string, "@NAME or the beginning of an id; absent: oneself")],
            [.notFound, .ambiguous]),
        write(
            .editProfile, .patch, "/v1/profile",
            "Edit your profile; a new one is shared with friends",
            body: "EditProfile", answer: .named("Profile"), taking: [ifMatch],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .conflict, .roleRequired, .readOnly]),
    ]

    private static let feeding: [Route.Parameter] = [
        query("q", .string, "A search that must match, too"),
        query("audience", audience, "Only in this audience"), limit,
        query("cursor", .string, "next_cursor of the page before"),
    ]

    private static let attending: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .invalidQuery, .tooMany, .readOnly,
    ]

    private static let feedProblems: [ProblemJSON.Code] = [
        .notFound, .invalidQuery, .invalidValue, .tooMany,
    ]
}
