/// What a person changes about what reaches him, and about how others know him.
package enum FeedCommand: Equatable, Sendable {
    /// Follow or mute this from now on; the last word on it counts.
    case attend(FollowTarget, Attention)
    /// Follow this from now on, and say so to those who see it: a thing, or somebody who has said who he is.
    case attendOpenly(FollowTarget)
    /// Follow it, or leave it muted, no longer: named as it was when it was followed, by its id or
    /// the end of that.
    case leave(String, Attention)
    /// Say this about oneself from now on.
    case profile(ProfileChange)
}

/// What a person asks of what others have.
package enum FeedQuery: Equatable, Sendable {
    /// What is followed, or what is muted, in the order of its making.
    case follows(Attention)
    /// What others have, latest come first, a page at a time.
    case feed(FeedRequest)
    /// What others have said of things that are followed, latest come first.
    case said(limit: Int, cursor: String?)
    /// What this person likes, latest liked first; the cursor is where the page before ended.
    case lookbook(limit: Int, cursor: String?)
    /// Own things that others see, and what was said of them.
    case portfolio(PortfolioRequest)
    /// Friends and oneself by what is liked of them.
    case contributors
    /// What this person may like of what he can see.
    case recommend(RecommendationWish)
    /// Who somebody is, of those who are known here; nil: oneself.
    case profile(PersonReference?)
}

/// What is answered to a `FeedQuery` that is no list of things.
package enum FeedAnswer: Equatable, Sendable {
    /// What is followed or muted.
    case follows([Follow])
    /// What others have said.
    case said(SaidPage)
    /// Own things with what was said of them.
    case portfolio(Portfolio)
    /// People, most liked first.
    case contributors([Contributor])
    /// What may be liked, best first.
    case recommendations([Recommendation])
    /// Who somebody is.
    case profile(PersonProfile)
}

/// What of others' things a feed is made of.
package enum FeedScope: UInt8, CaseIterable, Sendable {
    /// What matches something that is followed.
    case following = 1
    /// What matches nothing that is followed.
    case discover = 2
    /// Everything but profiles of which this person has not said what he thinks.
    case unjudged = 3
    /// Of that what matches nothing that is followed.
    case unjudgedElsewhere = 4

    /// As it is typed.
    package var word: String {
        switch self {
        case .following: return "following"
        case .discover: return "discover"
        case .unjudged: return "unjudged"
        case .unjudgedElsewhere: return "unjudged elsewhere"
        }
    }
}

/// One page of a feed.
package struct FeedRequest: Equatable, Sendable {
    /// Of what.
    package var scope: FeedScope
    /// A search that must match as well; empty for all. Its order is not asked.
    package var query: String
    /// Only what is there; nil for all.
    package var audience: Audience?
    /// At most so many, 1...`Limits.pageMax`. A page may hold fewer, and even none, while there are
    /// more: each does a bounded piece of work.
    package var limit: Int
    /// Where the page before ended; nil for the first.
    package var cursor: String?

    /// A page of `scope`.
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

/// One page of a portfolio.
package struct PortfolioRequest: Equatable, Sendable {
    /// Only what names this thing, such as a place; nil for all.
    package var place: Reference?
    /// At most so many, 1...`Limits.pageMax`.
    package var limit: Int
    /// Where the page before ended; nil for the first.
    package var cursor: String?

    /// A page of all, or of what is at `place`.
    package init(place: Reference? = nil, limit: Int = 20, cursor: String? = nil) {
        self.place = place
        self.limit = limit
        self.cursor = cursor
    }
}

/// Own things that others see.
package struct Portfolio: Equatable, Sendable {
    /// A page, latest saved first.
    package var page: ListPage
    /// All of them.
    package var things: Int
    /// What was said of all of them; `own` is nil.
    package var sums: Reactions

    /// All fields, in the order above.
    package init(page: ListPage, things: Int, sums: Reactions) {
        self.page = page
        self.things = things
        self.sums = sums
    }
}

/// What somebody has that this person can see, and what is thought of it.
package struct Contributor: Equatable, Sendable {
    /// Who; of oneself it is what others see.
    package var author: Author
    /// Things.
    package var things: Int
    /// What was said of them, as far as it is told here; `own` is nil.
    package var sums: Reactions

    /// All fields, in the order above.
    package init(author: Author, things: Int, sums: Reactions) {
        self.author = author
        self.things = things
        self.sums = sums
    }
}

/// Who somebody is, as this node knows him.
package struct PersonProfile: Equatable, Sendable {
    /// What he has, and what is thought of it.
    package var contributor: Contributor
    /// He is a friend, or oneself.
    package var isFriend: Bool
    /// Whether one follows or has muted him; nil if neither.
    package var attention: Attention?
    /// Of oneself: how many one follows. What others follow nobody is told.
    package var follows: Int?
    /// What he says about himself; nil if nothing of it is in sight.
    package var said: Bookmark?

    /// All fields, in the order above.
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
