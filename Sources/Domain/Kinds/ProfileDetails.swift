import CRDT

/// What somebody says about himself: his name as he gives it is the name, a few words the note, and
/// one picture. It goes to an audience as anything that is kept does; of several the one made last shows.
package enum ProfileDetails {
    /// By field. The picture is the first photo.
    package static let details = [
        DetailForm(.photo, Field(45), .photo)
    ]

    /// Characters of what he says; binds the writer, never the merge.
    package static let aboutMax = 140

    /// Why this cannot be what he says; nil if it can.
    static func problem(withAbout text: String) -> Problem? {
        guard text.count > aboutMax else { return nil }
        return Problem(
            .invalidValue,
            "what you say about yourself has at most \(aboutMax) characters, not \(text.count)",
            fix: "shorten it")
    }
}

/// What somebody changes about his profile; nil leaves it as it is. If there is none it is made.
package struct ProfileChange: Equatable, Sendable {
    /// The name as he gives it; if there is no profile yet that of this node.
    package var name: String?
    /// Empty takes it away.
    package var about: String?
    /// A reference to a picture that was put in; empty takes it away.
    package var photo: String?
    /// Who is to see it, of one that is not there yet; nil: friends.
    package var audience: Audience?

    /// A change; what is left out stays as it is.
    package init(
        name: String? = nil, about: String? = nil, photo: String? = nil,
        audience: Audience? = nil
    ) {
        self.name = name
        self.about = about
        self.photo = photo
        self.audience = audience
    }

    /// Nothing is to change.
    package var isEmpty: Bool { self == ProfileChange() }
}
