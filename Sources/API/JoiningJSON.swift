import CRDT
package import Domain

/// An invitation to be friends that the node was given.
package struct JoiningJSON: Codable, Equatable, Sendable {
    /// Who made it: the root key, 52 characters of base 32.
    package var person: String
    /// What he will be called here.
    package var name: String
    /// `waiting`, `friend`, `used_up`, `revoked`, `expired` or `refused`.
    package var state: String
    /// Until when it is honoured, as it says.
    package var expiresAt: String

    private enum CodingKeys: String, CodingKey {
        case person, name, state
        case expiresAt = "expires_at"
    }

    /// The invitation as a client sees it.
    package init(_ joining: Joining) {
        person = joining.person.text
        name = joining.name
        state = joining.state.rawValue
        expiresAt = Timestamp.text(joining.expires)
    }
}

/// `POST /v1/invites`.
package struct InviteFriendRequest: Codable, Equatable, Sendable {
    /// How many may come by it; absent means one.
    package var uses: Int?
    /// How long it is honoured; absent means a day.
    package var seconds: Int?

    private enum CodingKeys: String, CodingKey {
        case uses
        case seconds = "ttl_seconds"
    }

    /// An invitation; what is left out takes its default.
    package init(uses: Int? = nil, seconds: Int? = nil) {
        self.uses = uses
        self.seconds = seconds
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .inviteFriend(
            uses: try InviteRequest.number(uses ?? 1, "uses", max: Limits.invitationUsesMax),
            seconds: try InviteRequest.number(
                seconds ?? 86_400, "ttl_seconds", max: Limits.invitationSecondsMax))
    }
}
