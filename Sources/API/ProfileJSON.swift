package import Domain

/// Who somebody is.
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
        fields.member("author", &author, "Who it is.")
        fields.member("friend", &friend, "They are a friend.")
        fields.member("things", &things, "How many things of theirs can be seen.")
        fields.member("likes", &likes, "How many people like it.")
        fields.member("dislikes", &dislikes, "How many people do not.")
        fields.member("comments", &comments, "How many comments there are, replies included.")
        fields.member(
            "attention", &attention, as: .word(Attention.allCases.map(\.word)),
            "Whether one follows or mutes them; absent if neither.")
        fields.member("follows", &follows, "How many things one follows; absent of others.")
        fields.member(
            "profile", &profile, as: .named("Thing"),
            "What they say about themselves; absent if nothing is in sight.")
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

/// `PATCH /v1/profile`: what is absent stays as it is. No characters take `about` and `photo`
/// away; a name stays one, and an audience is said once.
package struct EditProfileRequest: JSONShape {
    package var name: String?
    package var about: String?
    package var photo: String?
    package var audience: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "What one is called.")
        fields.clearable("about", &about, nothing: "", "What one says about oneself.")
        fields.clearable("photo", &photo, nothing: "", "A photo, as `Blob.photo` told it.")
        fields.member(
            "audience", &audience, as: .audience,
            "Where it is said, the first time; absent means friends.")
    }

    /// A change; what is left out stays as it is.
    package init(
        name: String? = nil, about: String? = nil, photo: String? = nil, audience: String? = nil
    ) {
        self.name = name
        self.about = about
        self.photo = photo
        self.audience = audience
    }

    /// What it asks of the node.
    func command() throws(ProblemJSON) -> FeedCommand {
        .profile(
            ProfileChange(
                name: name, about: about, photo: photo, audience: try Word.audience(audience)))
    }
}
