import CRDT
package import Domain

/// Something that is followed or muted.
package struct FollowJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    /// `person`, `tag`, `thing` or `search`.
    package var form: String
    /// As people call it: `@bob`, `#tag`, a search, the name of a thing.
    package var name: String
    /// What it is to the node: a person's id, a folded tag, a reference, a search.
    package var value: String
    /// It is told to those who see it.
    package var openly: Bool

    private enum CodingKeys: String, CodingKey {
        case id, form, name, value, openly
        case shortID = "short_id"
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

/// `POST /v1/follows` and `POST /v1/mutes`.
package struct FollowRequest: Codable, Equatable, Sendable {
    /// `@bob`, `#tag`, the name of a collection or closet, or a search.
    package var what: String?
    /// Instead: the id of a thing, the end of it or its address; what names it is followed.
    package var thing: String?
    /// Those who see it are told; of what is followed alone.
    package var openly: Bool?

    /// Follows or mutes what was typed, or what names a thing.
    package init(what: String? = nil, thing: String? = nil, openly: Bool? = nil) {
        self.what = what
        self.thing = thing
        self.openly = openly
    }

    /// What is to be done.
    func command(_ attention: Attention) throws(ProblemJSON) -> FeedCommand {
        let target = try target()
        guard openly == true else { return .attend(target, attention) }
        guard attention == .follow else {
            throw ProblemJSON(
                .badRequest, "nobody is told whom one mutes", fix: "leave openly out",
                pointer: "/openly")
        }
        return .attendOpenly(target)
    }

    /// What is meant.
    func target() throws(ProblemJSON) -> FollowTarget {
        switch (what, thing) {
        case (let what?, nil): return .typed(what)
        case (nil, let thing?): return .thing(Reference(text: thing))
        default:
            throw ProblemJSON(
                .badRequest, "either what or thing says what is meant",
                fix: "{\"what\":\"@bob\"}", pointer: "/what")
        }
    }
}

/// Own things that others see.
package struct PortfolioJSON: Codable, Equatable, Sendable {
    package var items: [ThingJSON]
    /// Asks for the next page; absent on the last.
    package var nextCursor: String?
    /// All of them.
    package var things: Int
    package var likes: Int
    package var dislikes: Int
    package var comments: Int
    package var followerCount: Int

    private enum CodingKeys: String, CodingKey {
        case items, things, likes, dislikes, comments
        case followerCount = "follower_count"
        case nextCursor = "next_cursor"
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

/// What somebody has, and what is thought of it.
package struct ContributorJSON: Codable, Equatable, Sendable {
    package var author: AuthorJSON
    package var things: Int
    package var likes: Int
    package var dislikes: Int
    package var comments: Int

    /// The person as a client sees him.
    package init(_ contributor: Contributor) {
        author = AuthorJSON(contributor.author)
        things = contributor.things
        (likes, dislikes) = (contributor.sums.likes, contributor.sums.dislikes)
        comments = contributor.sums.comments
    }
}

/// Something that one may like.
package struct RecommendationJSON: Codable, Equatable, Sendable {
    package var thing: ThingJSON
    /// The higher the better.
    package var score: Int
    /// It is one's own.
    package var owned: Bool
    package var reasons: [String]

    /// The recommendation as a client sees it.
    package init(_ recommendation: Recommendation) {
        thing = ThingJSON(recommendation.thing)
        score = recommendation.score
        owned = recommendation.thing.author.isMe
        reasons = recommendation.reasons
    }
}

extension JSONText {
    /// What is answered about what others have.
    static func encode(_ answer: FeedAnswer) throws(ProblemJSON) -> [UInt8] {
        switch answer {
        case .follows(let follows):
            return try encode(PageJSON(items: follows.map(FollowJSON.init)))
        case .said(let page):
            return try encode(
                PageJSON(items: page.items.map(SaidJSON.init), nextCursor: page.nextCursor))
        case .portfolio(let portfolio): return try encode(PortfolioJSON(portfolio))
        case .contributors(let people):
            return try encode(PageJSON(items: people.map(ContributorJSON.init)))
        case .recommendations(let found):
            return try encode(PageJSON(items: found.map(RecommendationJSON.init)))
        case .profile(let profile): return try encode(ProfileJSON(profile))
        }
    }
}
