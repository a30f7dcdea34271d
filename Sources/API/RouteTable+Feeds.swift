import Domain

extension Routes {
    /// What is followed and muted, and what others have.
    static let attention: [Route] = [
        get(.listFollows, "/v1/follows", "What one follows", .page("Follow")),
        write(
            .addFollow, .post, "/v1/follows",
            "Follow a person, a tag, a search, or what names a thing",
            body: "NewFollow", answer: .named("Done"), statuses: [201], attending),
        write(
            .removeFollow, .delete, "/v1/follows/{what}", "Follow something no longer", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(.listMutes, "/v1/mutes", "What one has muted", .page("Follow")),
        write(
            .addMute, .post, "/v1/mutes", "Leave somebody's things, or what others tag so, out",
            body: "NewFollow", answer: .named("Done"), statuses: [201], attending),
        write(
            .removeMute, .delete, "/v1/mutes/{what}", "Mute something no longer", body: nil,
            answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        get(
            .showFeed, "/v1/feed", "Things of others, the last that came first", .page("Thing"),
            [
                query(
                    "kind", .word(Asking.feedScopes.map(\.word)),
                    "What matches something that one follows, or what matches nothing of it")
            ] + feeding, feedProblems),
        get(
            .showSaid, "/v1/feed/said",
            "What others said of things that one follows, the last that came first", .page("Said"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        get(
            .showRate, "/v1/rate", "Things of others that one has not judged", .page("Thing"),
            feeding
                + [query("discover", .boolean, "Only what matches nothing that one follows")],
            feedProblems),
        get(
            .showLookbook, "/v1/lookbook", "What one likes, latest liked first", .page("Thing"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        get(
            .showPortfolio, "/v1/portfolio", "Own things that others see, and what is said of them",
            .named("Portfolio"),
            [
                query("place", .string, "Only what names this thing, such as a place"), limit,
                query("cursor", .string, "next_cursor of the page before"),
            ], [.notFound, .ambiguous, .invalidValue, .tooMany]),
        get(
            .listContributors, "/v1/portfolio/friends", "Friends by what is liked of them",
            .page("Contributor")),
        get(
            .recommend, "/v1/recommendations", "Garments and outfits that one may like",
            .page("Recommendation"),
            [
                query(
                    "type", .word(RecommendationWish.kinds.map(\.word)), "Only of this kind"),
                query("season", .word(Garment.seasons), "Only what is worn then"),
                query("occasion", .string, "Such as work"), limit,
            ], [.invalidValue]),
        get(
            .showProfile, "/v1/profile", "Who somebody is", .named("Profile"),
            [query("of", .string, "@NAME or the beginning of an id; absent: oneself")],
            [.notFound, .ambiguous]),
        write(
            .editProfile, .patch, "/v1/profile",
            "Say something about oneself, for friends if it is for the first time",
            body: "EditProfile", answer: .named("Profile"), taking: [ifMatch],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .conflict, .roleRequired, .readOnly]),
    ]

    private static let feeding: [Route.Parameter] = [
        query("q", .string, "A search that must match, too"),
        query("audience", audience, "Only what is there"), limit,
        query("cursor", .string, "next_cursor of the page before"),
    ]

    private static let attending: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .invalidQuery, .tooMany, .readOnly,
    ]

    private static let feedProblems: [ProblemJSON.Code] = [
        .notFound, .invalidQuery, .invalidValue, .tooMany,
    ]
}
