package import Domain
import Primitives

/// A group, as one of its people sees it.
package struct GroupJSON: Codable, Equatable, Sendable {
    /// What all members call it, 52 characters of base 32.
    package var id: String
    /// What this person calls it.
    package var name: String
    /// What it is for, as its members say; empty if none has said it.
    package var description: String
    /// Who made it.
    package var founder: AuthorJSON
    /// `viewer`, `editor`, `owner` or `head`; absent before this person is a member, and after.
    package var role: String?
    /// `joining`, `member`, `left` or `removed`.
    package var state: String
    package var memberCount: Int
    package var linkCount: Int
    /// Why the last invitation did not let this person in: `used_up`, `revoked`, `expired` or
    /// `refused`; absent if none was refused since the node started.
    package var refusal: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, description, founder, role, state, refusal
        case memberCount = "member_count"
        case linkCount = "link_count"
    }

    /// The group as a client sees it.
    package init(_ group: Group) {
        id = Base32.encode(group.id.bytes)
        name = group.name
        description = group.description
        founder = AuthorJSON(group.founder)
        role = group.role?.rawValue
        state = group.state.rawValue
        memberCount = group.memberCount
        linkCount = group.linkCount
        refusal = group.refusal?.rawValue
    }
}

/// Somebody in a group.
package struct GroupMemberJSON: Codable, Equatable, Sendable {
    package var author: AuthorJSON
    /// `viewer`, `editor`, `owner` or `head`.
    package var role: String
    package var deviceCount: Int
    package var connected: Bool
    /// Absent if a link to them was never open.
    package var lastSeen: String?

    private enum CodingKeys: String, CodingKey {
        case author, role, connected
        case deviceCount = "device_count"
        case lastSeen = "last_seen"
    }

    /// The member as a client sees them.
    package init(_ member: GroupMember) {
        author = AuthorJSON(member.author)
        role = member.role.rawValue
        deviceCount = member.deviceCount
        connected = member.isConnected
        lastSeen = member.lastSeen.map(Timestamp.text)
    }
}

/// An invitation that the node honours.
package struct InvitationJSON: Codable, Equatable, Sendable {
    /// Names it for revoking.
    package var number: Int
    /// Where who comes by it is let in; absent of one to be friends.
    package var group: String?
    /// What who comes by it may do there; absent with `group`.
    package var role: String?
    package var usesLeft: Int
    package var expiresAt: String

    private enum CodingKeys: String, CodingKey {
        case number, group, role
        case usesLeft = "uses_left"
        case expiresAt = "expires_at"
    }

    /// The invitation as a client sees it.
    package init(_ invitation: OpenInvitation) {
        number = invitation.number
        group = invitation.group?.name
        role = invitation.group?.role.rawValue
        usesLeft = invitation.usesLeft
        expiresAt = Timestamp.text(invitation.expires)
    }
}

/// An invitation that was just made: the members of `InvitationJSON`, and what to pass on.
package struct NewInvitationJSON: Codable, Equatable, Sendable {
    package var invitation: InvitationJSON
    /// A secret: whoever has it may come.
    package var text: String

    private enum CodingKeys: String, CodingKey {
        case text
    }

    /// The invitation as a client sees it.
    package init(_ made: NewInvitation) {
        invitation = InvitationJSON(made.invitation)
        text = made.text
    }

    package init(from decoder: any Decoder) throws {
        invitation = try InvitationJSON(from: decoder)
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    }

    package func encode(to encoder: any Encoder) throws {
        try invitation.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(text, forKey: .text)
    }
}
