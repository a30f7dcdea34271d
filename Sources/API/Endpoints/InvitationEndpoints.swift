package import Domain

// Invitations: those that this node has made, and those that it was given.

/// Creates an invitation to a group.
package struct InviteToGroup: Endpoint {
    package var name = ""
    package var role: String?
    package var uses: Int?
    package var seconds: Int?

    package static let shape = "Invite"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "The role of whoever comes; `editor` if it is absent.")
        fields.terms(&uses, &seconds)
    }

    /// An invitation to the group with this name; what is left out takes its default.
    package init(_ name: String, role: String? = nil, uses: Int? = nil, seconds: Int? = nil) {
        self.name = name
        self.role = role
        self.uses = uses
        self.seconds = seconds
    }

    package static let route = EndpointRoute(
        "inviteToGroup", .post, "/v1/groups/{name}/invites", "Create an invitation to a group",
        [.notFound, .roleRequired, .conflict, .invalidValue, .tooMany, .readOnly],
        statuses: [201], mayLackBody: true)
    package func request() throws(ProblemJSON) -> TypedRequest<NewInvitation> {
        let role = try ParameterWord.role(role) ?? .editor
        let uses = try InvitationTerms.uses(uses)
        let seconds = try InvitationTerms.seconds(seconds ?? 3600)
        return .command { .inviteToGroup(name, role: role, uses: uses, seconds: seconds, $0) }
    }
    package func output(_ made: NewInvitation) -> NewInvitationJSON {
        NewInvitationJSON(made, qr: QRJSON(made.line ?? made.text))
    }
}

/// Lists the open invitations of this node, newest first.
package struct ListInvites: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listInvites", .get, "/v1/invites", "Open invitations of this node, newest first")
    package func request() -> TypedRequest<[OpenInvitation]> { .query { .invitations($0) } }
    package func output(_ all: [OpenInvitation]) -> PageJSON<InvitationJSON> {
        PageJSON(items: all.map(InvitationJSON.init))
    }
}

/// Revokes an invitation, to a group or to become friends.
package struct RevokeInvite: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "an invitation", fix: "weft invite ls")
    }

    /// The invitation of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "revokeInvite", .delete, "/v1/invites/{number}", "Revoke an invitation",
        [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .revokeInvitation(number: number, $0) }
    }
}

/// Creates an invitation to become friends.
package struct InviteFriend: Endpoint {
    package var uses: Int?
    package var seconds: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.terms(&uses, &seconds) }

    /// An invitation; what is left out takes its default.
    package init(uses: Int? = nil, seconds: Int? = nil) {
        self.uses = uses
        self.seconds = seconds
    }

    package static let route = EndpointRoute(
        "inviteFriend", .post, "/v1/invites", "Create an invitation to become friends",
        [.conflict, .invalidValue, .readOnly], statuses: [201], mayLackBody: true)
    package func request() throws(ProblemJSON) -> TypedRequest<NewInvitation> {
        let uses = try InvitationTerms.uses(uses)
        let seconds = try InvitationTerms.seconds(seconds ?? 86_400)
        return .command { .inviteFriend(uses: uses, seconds: seconds, $0) }
    }
    package func output(_ made: NewInvitation) -> NewInvitationJSON {
        NewInvitationJSON(made, qr: QRJSON(made.text))
    }
}

/// Lists the friend invitations that were accepted here, latest first.
package struct ListJoins: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listJoins", .get, "/v1/joins", "Accepted friend invitations, latest first")
    package func request() -> TypedRequest<[Joining]> { .query { .joinings($0) } }
    package func output(_ all: [Joining]) -> PageJSON<JoiningJSON> {
        PageJSON(items: all.map(JoiningJSON.init))
    }
}

/// Accepts a friend invitation; done once the inviter's node has been met.
package struct JoinFriend: InvitationEndpoint {
    package var invitation = ""
    package var name: String?

    package init() {}

    package static let route = EndpointRoute(
        "joinFriend", .post, "/v1/joins",
        "Accept a friend invitation; done once the inviter's node has been met",
        [.invalidTicket, .conflict, .invalidValue, .readOnly], statuses: [202])
    package func request() -> TypedRequest<Joining> {
        .command { .joinFriend(invitation: invitation, petName: name, $0) }
    }
    package func output(_ joining: Joining) -> JoiningJSON { JoiningJSON(joining) }
}

/// Drops a friend invitation that was accepted here.
package struct ForgetJoin: Endpoint, ReferenceEndpoint {
    package var ref = ""

    package init() {}

    package static let route = EndpointRoute(
        "forgetJoin", .delete, "/v1/joins/{ref}", "Drop an accepted friend invitation",
        [.notFound, .ambiguous, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .forgetJoining(PersonReference(ref), $0) }
    }
}

extension Fields {
    // Names how many people can use an invitation, and how long.
    fileprivate func terms(_ uses: inout Int?, _ seconds: inout Int?) {
        member(
            "uses", &uses, as: .integer(1...Limits.invitationUsesMax),
            "The number of people who can use it (default: one).")
        member(
            "ttl_seconds", &seconds, as: .integer(1...Limits.invitationSecondsMax),
            "The time for which it counts, in seconds.")
    }
}

/// An endpoint that accepts an invitation, to a group or to become friends.
package protocol InvitationEndpoint: Endpoint {
    /// The text that the inviter passed on.
    var invitation: String { get set }
    /// The name here of the group or friend; nil takes the inviter's name.
    var name: String? { get set }
}

extension InvitationEndpoint {
    package static var shape: String { "Join" }
    package mutating func visit(_ fields: Fields) {
        fields.member("invitation", &invitation, "The ticket or code that the inviter passed on.")
        fields.member(
            "name", &name,
            "Your name for the group, or the friend; absent takes the inviter's name.")
    }

    /// Joins by this text.
    package init(invitation: String, name: String? = nil) {
        self.init()
        self.invitation = invitation
        self.name = name
    }
}

/// Holds the numbers of an invitation against their limits.
private enum InvitationTerms {
    static func uses(_ uses: Int?) throws(ProblemJSON) -> Int {
        try checked(uses ?? 1, "uses", max: Limits.invitationUsesMax)
    }

    static func seconds(_ seconds: Int) throws(ProblemJSON) -> Int {
        try checked(seconds, "ttl_seconds", max: Limits.invitationSecondsMax)
    }

    private static func checked(
        _ value: Int, _ name: String, max: Int
    ) throws(ProblemJSON) -> Int {
        guard 1...max ~= value else {
            throw ProblemJSON(
                .invalidValue, "\(name) is \(value)", fix: "a number from 1 to \(max)",
                pointer: "/" + name)
        }
        return value
    }
}
