package import Domain

/// A person's profile, as far as this node knows it.
package struct ProfileJSON: JSONShape {
    package var author = AuthorJSON()
    package var friend = false
    package var things = 0
    package var likes = 0
    package var dislikes = 0
    package var comments = 0
    package var attention: String?
    package var follows: Int?
    package var profile: ThingJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("author", &author, "The person.")
        fields.member("friend", &friend, "Whether they are a friend.")
        fields.member("things", &things, "The number of their things in sight.")
        fields.member("likes", &likes, "The number of likes of their things.")
        fields.member("dislikes", &dislikes, "The number of dislikes of their things.")
        fields.member(
            "comments", &comments, "The number of comments on their things, replies included.")
        fields.member(
            "attention", &attention, as: .word(Attention.allCases.map(\.word)),
            "One's attention to them: followed or muted; absent if neither.")
        fields.member("follows", &follows, "The number of things one follows; absent of others.")
        fields.member(
            "profile", &profile,
            "Their words about themselves; absent if nothing is in sight.")
    }

    /// The profile as a client sees it.
    package init(_ profile: PersonProfile) {
        author = AuthorJSON(profile.contributor.author)
        friend = profile.isFriend
        things = profile.contributor.things
        let sums = profile.contributor.sums
        (likes, dislikes, comments) = (sums.likes, sums.dislikes, sums.comments)
        attention = profile.attention?.word
        follows = profile.follows
        self.profile = profile.said.map(ThingJSON.init)
    }
}
