import API
import Domain

// What is sent about things of others.
extension EndpointTests {
    static let reactions: [any ServedEndpoint & Sendable] = [
        ListReactions("a/b?"), SetReaction("a", "like"), RemoveReaction("https://a.example/?q=1"),
        ListComments("a"), AddComment(on: "a", text: "t"),
        AddComment(on: "a", text: "\u{201C}t\u{201D}\n", inReplyTo: "b"),
        EditComment("a", text: "t"),
        RemoveComment("a"), ListReports(), AddReport(thing: "t", reason: "r"), RemoveReport("r"),
    ]

    static let attention: [any ServedEndpoint & Sendable] = [
        ListFollows(), AddFollow(what: "#a b"), AddFollow(thing: "t", openly: true),
        RemoveFollow("#a b/c"), ListMutes(), AddMute(what: "@ben"), RemoveMute("@ben"),
        ShowFeed(.discover, matching: "#a & b"), ShowFeed(.following, matching: nil), page,
        ShowSaid(), ShowRate(matching: "#a", audience: "friends", discover: true),
        ShowRate(matching: nil, audience: nil, discover: false), ShowLookbook(),
        ShowPortfolio(place: "p", limit: 3, cursor: "c+d"),
        ShowPortfolio(place: nil, limit: 1, cursor: nil), ListContributors(),
        Recommend(type: "outfit", season: "summer", occasion: "work", limit: 2),
        Recommend(type: nil, season: nil, occasion: nil, limit: 2), ShowProfile(of: "@ben"),
        ShowProfile(of: nil), EditProfile(name: "n", about: "", photo: "p", audience: "friends"),
    ]

    private static var page: ShowLookbook {
        var page = ShowLookbook()
        (page.limit, page.cursor) = (7, "a=b&c")
        return page
    }
}
