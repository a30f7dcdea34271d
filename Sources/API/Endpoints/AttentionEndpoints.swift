package import Domain

// Follows, mutes and profiles.

private let attending: [ProblemJSON.Code] = [
    .notFound, .ambiguous, .invalidValue, .invalidQuery, .tooMany, .readOnly,
]

/// The target of a follow or a mute: the members of both bodies.
package struct AttentionTarget: Equatable, Sendable {
    package var what: String?
    package var thing: String?
    package var openly: Bool?

    mutating func visit(_ fields: Fields) {
        fields.member("what", &what, "`@bob`, `#tag`, the name of a collection, or a search.")
        fields.member("thing", &thing, "Instead: the id of a thing; what names it is followed.")
        fields.member("openly", &openly, "Whether those who see the thing are told.")
    }

    /// The target that the members name, of which exactly one is to be there.
    func target() throws(ProblemJSON) -> FollowTarget {
        switch (what, thing) {
        case (let what?, nil): return .typed(what)
        case (nil, let thing?): return .thing(Reference(text: thing))
        default:
            throw ProblemJSON(
                .badRequest, "send either what or thing",
                fix: "{\"what\":\"@bob\"}", pointer: "/what")
        }
    }
}

/// Lists what is followed.
package struct ListFollows: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listFollows", .get, "/v1/follows", "The people, tags, things and searches you follow")
    package func request() -> TypedRequest<[Follow]> { .query { .feeds(.follows(.follow, $0)) } }
    package func output(_ all: [Follow]) -> PageJSON<FollowJSON> {
        PageJSON(items: all.map(FollowJSON.init))
    }
}

/// Follows a person, a tag, a search, or what refers to a thing.
package struct AddFollow: Endpoint {
    package var target = AttentionTarget()

    package static let shape = "NewFollow"
    package init() {}
    package mutating func visit(_ fields: Fields) { target.visit(fields) }

    /// A follow of what was typed, or of what refers to a thing.
    package init(what: String? = nil, thing: String? = nil, openly: Bool? = nil) {
        target = AttentionTarget(what: what, thing: thing, openly: openly)
    }

    package static let route = EndpointRoute(
        "addFollow", .post, "/v1/follows",
        "Follow a person, a tag, a search, or what refers to a thing", attending,
        statuses: [201])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let followed = try target.target()
        guard target.openly == true else {
            return .command { .feeds(.attend(followed, .follow, $0)) }
        }
        return .command { .feeds(.attendOpenly(followed, $0)) }
    }
}

/// Ends a follow.
package struct RemoveFollow: Endpoint {
    package var what = ""

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.path("what", &what) }

    /// The follow with this name or id.
    package init(_ what: String) { self.what = what }

    package static let route = EndpointRoute(
        "removeFollow", .delete, "/v1/follows/{what}", "Stop following something",
        [.notFound, .ambiguous, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .feeds(.leave(what, .follow, $0)) }
    }
}

/// Lists what is muted.
package struct ListMutes: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listMutes", .get, "/v1/mutes", "The people, tags and things you have muted")
    package func request() -> TypedRequest<[Follow]> { .query { .feeds(.follows(.mute, $0)) } }
    package func output(_ all: [Follow]) -> PageJSON<FollowJSON> {
        PageJSON(items: all.map(FollowJSON.init))
    }
}

/// Hides the things of a person, or those that others tag.
package struct AddMute: Endpoint {
    package var target = AttentionTarget()

    package static let shape = "NewFollow"
    package init() {}
    package mutating func visit(_ fields: Fields) { target.visit(fields) }

    /// A mute of what was typed.
    package init(what: String) { target = AttentionTarget(what: what) }

    package static let route = EndpointRoute(
        "addMute", .post, "/v1/mutes", "Hide a person's things, or those that others tag",
        attending, statuses: [201])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let muted = try target.target()
        guard target.openly != true else {
            throw ProblemJSON(
                .badRequest, "muting is always private", fix: "leave openly out",
                pointer: "/openly")
        }
        return .command { .feeds(.attend(muted, .mute, $0)) }
    }
}

/// Ends a mute.
package struct RemoveMute: Endpoint {
    package var what = ""

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.path("what", &what) }

    /// The mute with this name or id.
    package init(_ what: String) { self.what = what }

    package static let route = EndpointRoute(
        "removeMute", .delete, "/v1/mutes/{what}", "Unmute something",
        [.notFound, .ambiguous, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .feeds(.leave(what, .mute, $0)) }
    }
}

/// Shows the profile of a person.
package struct ShowProfile: Endpoint {
    package var person: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("of", &person, "@NAME or the beginning of an id; absent: oneself")
    }

    /// The profile of this person, or one's own.
    package init(of person: String?) { self.person = person }

    package static let route = EndpointRoute(
        "showProfile", .get, "/v1/profile", "The profile of a person", [.notFound, .ambiguous])
    package func request() -> TypedRequest<PersonProfile> {
        .query { .feeds(.profile(person.map { PersonReference($0) }, $0)) }
    }
    package func output(_ profile: PersonProfile) -> ProfileJSON { ProfileJSON(profile) }
}

/// Changes the own profile; what is absent stays as it is.
///
/// An empty text removes `about` and `photo`; a name cannot be removed, and an audience is named only once.
package struct EditProfile: Endpoint, UndoableEndpoint {
    package var name: String?
    package var about: String?
    package var photo: String?
    package var audience: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "One's name.")
        fields.clearable("about", &about, nothing: "", "One's words about oneself.")
        fields.clearable("photo", &photo, nothing: "", "A photo, as `Blob.photo` told it.")
        fields.member(
            "audience", &audience, as: .audience,
            "The audience, named when it is created; absent means friends.")
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

    package static let route = EndpointRoute(
        "editProfile", .patch, "/v1/profile",
        "Edit your profile; a new one is shared with friends",
        [.notFound, .ambiguous, .invalidValue, .tooMany, .conflict, .roleRequired, .readOnly],
        taking: [Routes.ifMatch])
    package func request() throws(ProblemJSON) -> TypedRequest<PersonProfile> {
        let audience = try ParameterWord.audience(audience)
        return .command {
            .feeds(
                .profile(
                    ProfileChange(name: name, about: about, photo: photo, audience: audience), $0))
        }
    }
    package func output(_ profile: PersonProfile) -> ProfileJSON { ProfileJSON(profile) }
}
