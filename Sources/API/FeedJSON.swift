import CRDT
package import Domain

/// Something that is followed or muted.
package struct FollowJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var form = ""
    package var name = ""
    package var value = ""
    package var openly = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member(
            "form", &form, as: .word(["person", "tag", "thing", "search"]),
            "The sort of follow: `person`, `tag`, `thing` or `search`.")
        fields.member("name", &name, "The name that people type for it: `@bob`, `#tag`, a search.")
        fields.member(
            "value", &value,
            "The node's name for it: an id, a folded tag, a reference, a search.")
        fields.member("openly", &openly, "Whether those who see the thing are told.")
    }

    /// The follow as a client sees it.
    package init(_ follow: Follow) {
        id = follow.id.text
        shortID = follow.id.short
        form = follow.followed.form
        name = follow.name
        openly = follow.isOpen
        switch follow.followed {
        case .person(let person): value = person.text
        case .tag(let name): value = name
        case .thing(let reference): value = reference.text
        case .search(let text): value = text
        }
    }
}

/// Own things that others see.
package struct PortfolioJSON: JSONShape {
    package var items: [ThingJSON] = []
    package var nextCursor: String?
    package var things = 0
    package var likes = 0
    package var dislikes = 0
    package var comments = 0
    package var followerCount = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("items", &items, "The items of this page.")
        fields.member(
            "next_cursor", &nextCursor,
            "It asks for the next page, as `cursor`; absent on the last.")
        fields.member("things", &things, "The total number.")
        fields.member("likes", &likes, "The number of people who like it.")
        fields.member("dislikes", &dislikes, "The number of people who dislike it.")
        fields.member("comments", &comments, "The number of comments, replies included.")
        fields.member(
            "follower_count", &followerCount, "The number of people who follow it openly.")
    }

    /// The page as a client sees it.
    package init(_ portfolio: Portfolio) {
        items = portfolio.page.items.map(ThingJSON.init)
        nextCursor = portfolio.page.nextCursor
        things = portfolio.things
        (likes, dislikes) = (portfolio.sums.likes, portfolio.sums.dislikes)
        comments = portfolio.sums.comments
        followerCount = portfolio.sums.followers
    }
}

/// A person, with the number of their things and the reactions to them.
package struct ContributorJSON: JSONShape {
    package var author = AuthorJSON()
    package var things = 0
    package var likes = 0
    package var dislikes = 0
    package var comments = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("author", &author, "The person.")
        fields.member("things", &things, "The number of their things in sight.")
        fields.member("likes", &likes, "The number of people who like it.")
        fields.member("dislikes", &dislikes, "The number of people who dislike it.")
        fields.member("comments", &comments, "The number of comments, replies included.")
    }

    /// The person as a client sees them.
    package init(_ contributor: Contributor) {
        author = AuthorJSON(contributor.author)
        things = contributor.things
        (likes, dislikes) = (contributor.sums.likes, contributor.sums.dislikes)
        comments = contributor.sums.comments
    }
}

/// A thing that the person of this node may like, with reasons.
package struct RecommendationJSON: JSONShape {
    package var thing = ThingJSON()
    package var score = 0
    package var owned = false
    package var reasons: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("thing", &thing, "The thing that it is about.")
        fields.member("score", &score, "The fit; the higher the better.")
        fields.member("owned", &owned, "Whether it is one's own.")
        fields.member("reasons", &reasons, "The reasons for naming it, each in a few words.")
    }

    /// The recommendation as a client sees it.
    package init(_ recommendation: Recommendation) {
        thing = ThingJSON(recommendation.thing)
        score = recommendation.score
        owned = recommendation.thing.author.isMe
        reasons = recommendation.reasons
    }
}
