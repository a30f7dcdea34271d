import CRDT

extension Kind {
    /// A person's profile.
    package static let profile = Kind(
        KindDescriptor(
            number: 20, word: "profile", plural: "profiles", collection: "profile",
            details: ProfileDetails.details, traits: [],
            first: .init("create your profile", "weft profile edit --about TEXT"),
            ownCopy: .askOwner, noteProblem: ProfileDetails.problem(withAbout:)))
}

/// A person's profile: their own name for themselves is the title, a short text the note, plus one picture. It goes to
/// an audience like any other thing; of several, the most recently created one is shown.
package enum ProfileDetails {
    /// The details, by field number. The picture is the first photo.
    package static let details = [
        DetailForm(.photo, Field(45), .photo)
    ]

    /// The maximum length of the text in characters; enforced when writing, never when merging.
    package static let aboutMax = 140

    /// The reason why `text` is invalid as the text of a profile; nil if it is valid.
    @Sendable static func problem(withAbout text: String) -> Problem? {
        guard text.count > aboutMax else { return nil }
        return Problem(
            .invalidValue,
            "the text about yourself can have at most \(aboutMax) characters, not \(text.count)",
            fix: "shorten it")
    }
}

/// A change to the own profile; nil leaves a field as it is. If there is no profile, one is created.
package struct ProfileChange: Equatable, Sendable {
    /// The name; a new profile without one gets the name of this node.
    package var name: String?
    /// Empty removes it.
    package var about: String?
    /// A reference to an uploaded picture; empty removes it.
    package var photo: String?
    /// The audience of a new profile; nil for friends.
    package var audience: Audience?

    /// Creates a change; what is left out stays as it is.
    package init(
        name: String? = nil, about: String? = nil, photo: String? = nil,
        audience: Audience? = nil
    ) {
        self.name = name
        self.about = about
        self.photo = photo
        self.audience = audience
    }

    /// Whether nothing is to change.
    package var isEmpty: Bool { self == ProfileChange() }
}
