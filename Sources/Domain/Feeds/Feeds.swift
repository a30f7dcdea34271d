/// A command that changes what reaches a person, or how others know them.
package enum FeedCommand: Equatable, Sendable {
    /// Follow or mute a target; the last command about a target wins.
    case attend(FollowTarget, Attention, AnswerType<DoneReport> = AnswerType())
    /// Follow a target publicly, visible to those who see it: a thing, or a person with a profile.
    case attendOpenly(FollowTarget, AnswerType<DoneReport> = AnswerType())
    /// Stop following or muting a target. It is named as when it was followed, by its id, or by the end of its id.
    case leave(String, Attention, AnswerType<DoneReport> = AnswerType())
    /// Change the own profile.
    case profile(ProfileChange, AnswerType<PersonProfile> = AnswerType())
}

/// A query about what others have.
package enum FeedQuery: Equatable, Sendable {
    /// The followed or muted targets, in the order in which they were added.
    case follows(Attention, AnswerType<[Follow]> = AnswerType())
    /// One page of what others have, most recently arrived first.
    case feed(FeedRequest, AnswerType<ListPage> = AnswerType())
    /// Others' reactions and comments on followed things, most recently arrived first.
    case said(limit: Int, cursor: String?, AnswerType<ReceivedReactionPage> = AnswerType())
    /// The things that this person likes, most recently liked first; the cursor is the end of the previous page.
    case lookbook(limit: Int, cursor: String?, AnswerType<ListPage> = AnswerType())
    /// Own things that others see, with their reactions.
    case portfolio(PortfolioRequest, AnswerType<Portfolio> = AnswerType())
    /// Friends and oneself, by the likes on what they have.
    case contributors(AnswerType<[Contributor]> = AnswerType())
    /// Visible things that this person may like.
    case recommend(RecommendationWish, AnswerType<[Recommendation]> = AnswerType())
    /// The profile of a known person; nil for oneself.
    case profile(PersonReference?, AnswerType<PersonProfile> = AnswerType())
}

/// An answer to a `FeedQuery` that is not a list of things.
package enum FeedAnswer: Equatable, Sendable {
    /// The followed or muted targets.
    case follows([Follow])
    /// Others' reactions and comments.
    case said(ReceivedReactionPage)
    /// Own things with their reactions.
    case portfolio(Portfolio)
    /// People, most liked first.
    case contributors([Contributor])
    /// Recommendations, best first.
    case recommendations([Recommendation])
    /// A person's profile.
    case profile(PersonProfile)
}

/// The part of other people's things that a feed contains.
package enum FeedScope: UInt8, CaseIterable, Sendable {
    /// Things that match something followed.
    case following = 1
    /// Things that match nothing followed.
    case discover = 2
    /// Everything that this person has not reacted to, except profiles.
    case unjudged = 3
    /// The part of `unjudged` that matches nothing followed.
    case unjudgedElsewhere = 4

    /// The word that people type.
    package var word: String {
        switch self {
        case .following: return "following"
        case .discover: return "discover"
        case .unjudged: return "unjudged"
        case .unjudgedElsewhere: return "unjudged elsewhere"
        }
    }
}

/// A request for one page of a feed.
package struct FeedRequest: Equatable, Sendable {
    /// The part of the things that the feed contains.
    package var scope: FeedScope
    /// A search that must match as well; empty for all. Its sort order is ignored.
    package var query: String
    /// The only audience to include; nil for all.
    package var audience: Audience?
    /// The page size, 1...`Limits.pageMax`. A page may hold fewer, even none, before the last page: each page does a
    /// bounded amount of work.
    package var limit: Int
    /// The end of the previous page; nil for the first page.
    package var cursor: String?

    /// Creates a request for a page of `scope`.
    package init(
        _ scope: FeedScope, query: String = "", audience: Audience? = nil, limit: Int = 20,
        cursor: String? = nil
    ) {
        self.scope = scope
        self.query = query
        self.audience = audience
        self.limit = limit
        self.cursor = cursor
    }
}

/// A request for one page of a portfolio.
package struct PortfolioRequest: Equatable, Sendable {
    /// The thing, such as a place, that the listed things must name; nil for all.
    package var place: Reference?
    /// The page size, 1...`Limits.pageMax`.
    package var limit: Int
    /// The end of the previous page; nil for the first page.
    package var cursor: String?

    /// Creates a request for a page of all things, or of those at `place`.
    package init(place: Reference? = nil, limit: Int = 20, cursor: String? = nil) {
        self.place = place
        self.limit = limit
        self.cursor = cursor
    }
}

/// Own things that others see.
package struct Portfolio: Equatable, Sendable {
    /// One page, most recently saved first.
    package var page: ListPage
    /// The total number of things.
    package var things: Int
    /// The reactions to all of them; `own` is nil.
    package var sums: Reactions

    /// Creates a value from all fields, in declaration order.
    package init(page: ListPage, things: Int, sums: Reactions) {
        self.page = page
        self.things = things
        self.sums = sums
    }
}

/// The visible things of one person, with their reactions.
package struct Contributor: Equatable, Sendable {
    /// The person; for oneself, only what others see is counted.
    package var author: Author
    /// The number of things.
    package var things: Int
    /// The reactions to them that are known here; `own` is nil.
    package var sums: Reactions

    /// Creates a value from all fields, in declaration order.
    package init(author: Author, things: Int, sums: Reactions) {
        self.author = author
        self.things = things
        self.sums = sums
    }
}

/// A person, as this node knows them.
package struct PersonProfile: Equatable, Sendable {
    /// Their things and the reactions to them.
    package var contributor: Contributor
    /// Whether they are a friend, or oneself.
    package var isFriend: Bool
    /// This person's attention to them: followed or muted; nil if neither.
    package var attention: Attention?
    /// For oneself, the number of follows. Nobody is told what others follow privately.
    package var follows: Int?
    /// Their profile; nil if none is visible.
    package var said: Bookmark?

    /// Creates a value from all fields, in declaration order.
    package init(
        contributor: Contributor, isFriend: Bool, attention: Attention?, follows: Int?,
        said: Bookmark?
    ) {
        self.contributor = contributor
        self.isFriend = isFriend
        self.attention = attention
        self.follows = follows
        self.said = said
    }
}
