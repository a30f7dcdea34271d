import Domain

// Pinboard's own interface, as far as it means something here, and feeds.
extension Routes {
    static let pinboard: [Route] = [
        pinboard(
            .pinboardUpdate, "posts/update", "When your own things last changed",
            .named("PinboardUpdate")),
        pinboard(
            .pinboardAdd, "posts/add", "Add or edit a link", .named("PinboardCode"),
            [
                query("url", .string, "The address"), query("description", .string, "The title"),
                query("extended", .string, "The note"),
                query("tags", .string, "Tags, separated by spaces"),
                query("dt", .string, "When it was saved"),
                query("replace", yesNo, "Whether an existing link is replaced (default: yes)"),
                query("shared", yesNo, "no: for oneself; yes: see Settings.pinboard"),
                query("toread", yesNo, "Unread"),
            ]),
        pinboard(
            .pinboardDelete, "posts/delete", "Move a link to the trash", .named("PinboardCode"),
            [query("url", .string, "The address")]),
        pinboard(
            .pinboardGet, "posts/get", "Links of a day, or one", .named("PinboardPosts"),
            tag + [
                query("dt", .string, "The day (default: the latest)"),
                query("url", .string, "The address of one"),
            ]),
        pinboard(
            .pinboardRecent, "posts/recent", "The latest links", .named("PinboardPosts"),
            tag + [query("count", .integer(1...100), "How many (default: 15)")]),
        pinboard(
            .pinboardDates, "posts/dates", "How many links were saved on each day",
            .named("PinboardDates"), tag),
        pinboard(
            .pinboardAll, "posts/all", "Every link", .list(.named("PinboardPost")),
            tag + [
                query("start", .count, "Skip this many"),
                query("results", .count, "At most this many"),
                query("fromdt", .string, "Saved at this time or later"),
                query("todt", .string, "Saved at this time or before"),
                query("toread", yesNo, "yes: only what is still to be read"),
            ]),
        pinboard(
            .pinboardSuggest, "posts/suggest", "Suggested tags for an address",
            .list(.named("PinboardSuggestion")),
            [query("url", .string, "The address").required]),
        pinboard(
            .pinboardTags, "tags/get", "All tags, and how many links have each", .counts),
        pinboard(
            .pinboardTagDelete, "tags/delete", "Remove a tag from all your links",
            .named("PinboardResult"), [query("tag", .string, "The tag")]),
        pinboard(
            .pinboardTagRename, "tags/rename", "Rename a tag", .named("PinboardResult"),
            [query("old", .string, "Its name"), query("new", .string, "The new one")]),
        pinboard(
            .pinboardSecret, "user/secret", "The token for feeds", .named("PinboardResult")),
        pinboard(
            .pinboardToken, "user/api_token", "The token for Pinboard clients",
            .named("PinboardResult")),
        pinboard(
            .pinboardNotes, "notes/list", "An empty list: notes are not supported",
            .named("PinboardNotes")),
    ]

    static let feeds: [Route] = [
        feed(.atomFeed, "/feeds/atom", "What matches a search, as an Atom feed", atomType),
        feed(.jsonFeed, "/feeds/json", "What matches a search, as a JSON Feed", jsonFeedType),
    ]

    /// The content types of feeds. - Source: RFC 4287, section 7; JSON Feed 1.1.
    package static let atomType = "application/atom+xml"
    package static let jsonFeedType = "application/feed+json"

    /// The content type of Pinboard's JSON: its own word for it, which some clients insist on.
    package static let pinboardJSONType = "text/json"

    private static let yesNo = Schema.word(["yes", "no"])
    private static let tag = [
        query("tag", .string, "Up to three tags it has"),
        query("tags", .string, "The same, as some clients call it"),
    ]

    private static func pinboard(
        _ endpoint: OperationID, _ path: String, _ summary: String, _ json: Schema,
        _ parameters: [Route.Parameter] = []
    ) -> Route {
        Route(
            endpoint: endpoint, method: .get, path: "/pinboard/v1/" + path, summary: summary,
            parameters: parameters + [query("format", .word(["json", "xml"]), "xml if absent")],
            body: nil,
            answer: Route.Answer(
                statuses: [200], schema: .string, mediaTypes: ["text/xml", pinboardJSONType],
                json: json),
            problems: searching + [.readOnly])
    }

    private static func feed(
        _ endpoint: OperationID, _ path: String, _ summary: String, _ type: String
    ) -> Route {
        Route(
            endpoint: endpoint, method: .get, path: path, summary: summary,
            parameters: [
                query("q", .string, "A search; absent means everything"),
                query("sort", .word(SortOrder.allCases.map(\.rawValue)), "The order"),
                limit, query("cursor", .string, "The next_cursor of the previous page"),
            ],
            body: nil,
            answer: Route.Answer(
                statuses: [200], schema: .string, mediaTypes: [type], json: .object),
            problems: searching)
    }
}
