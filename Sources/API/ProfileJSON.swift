package import Domain

/// Who somebody is.
package struct ProfileJSON: Codable, Equatable, Sendable {
    package var author: AuthorJSON
    package var friend: Bool
    package var things: Int
    package var likes: Int
    package var dislikes: Int
    package var comments: Int
    /// `follow` or `mute`; absent if neither.
    package var attention: String?
    /// How many one follows; absent of others, for nobody is told.
    package var follows: Int?
    /// What he says about himself: name, note, photo; absent if nothing of it is in sight.
    package var profile: ThingJSON?

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
package struct EditProfileRequest: Codable, Equatable, Sendable {
    package var name: String?
    package var about: String?
    /// A picture as `POST /v1/blobs` has named it.
    package var photo: String?
    /// An audience name, for the first time; absent means friends.
    package var audience: String?

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
