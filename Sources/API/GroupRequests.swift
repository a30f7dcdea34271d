package import Domain

/// `POST /v1/groups`.
package struct NewGroupRequest: Codable, Equatable, Sendable {
    package var name: String
    /// What it is for; absent says nothing of that.
    package var description: String?

    /// A group of this name.
    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    /// What it asks of the node.
    package var command: Command { .newGroup(name: name, description: description ?? "") }
}

/// `PATCH /v1/groups/{name}`; what is absent stays.
package struct EditGroupRequest: Codable, Equatable, Sendable {
    /// What this person calls it.
    package var name: String?
    /// What it is for, to all its members; empty takes it away.
    package var description: String?

    /// Changes these.
    package init(name: String? = nil, description: String? = nil) {
        self.name = name
        self.description = description
    }

    /// What it asks of the node about the group of this name.
    package func command(_ group: String) -> Command {
        .editGroup(group, GroupChange(name: name, description: description))
    }
}

/// `POST /v1/groups/{name}:hand-over`.
package struct HandOverRequest: Codable, Equatable, Sendable {
    /// A member: the name, or the beginning of the id.
    package var to: String

    /// Hands over to this member.
    package init(to: String) {
        self.to = to
    }
}

/// `PATCH /v1/groups/{name}/members/{person}`.
package struct SetRoleRequest: Codable, Equatable, Sendable {
    /// `viewer`, `editor` or `owner`.
    package var role: String

    /// Gives this role.
    package init(role: String) {
        self.role = role
    }
}

/// `POST /v1/groups/{name}/invites`.
package struct InviteRequest: Codable, Equatable, Sendable {
    /// `viewer`, `editor` (which is taken if absent) or `owner`.
    package var role: String?
    /// How many may come by it; absent means one.
    package var uses: Int?
    /// How long it is honoured; absent means an hour.
    package var seconds: Int?

    private enum CodingKeys: String, CodingKey {
        case role, uses
        case seconds = "ttl_seconds"
    }

    /// An invitation; what is left out takes its default.
    package init(role: String? = nil, uses: Int? = nil, seconds: Int? = nil) {
        self.role = role
        self.uses = uses
        self.seconds = seconds
    }

    /// What it asks of the node about the group of this name.
    package func command(_ group: String) throws(ProblemJSON) -> Command {
        .inviteToGroup(
            group, role: try Word.role(role) ?? .editor,
            uses: try Self.number(uses ?? 1, "uses", max: Limits.invitationUsesMax),
            seconds: try Self.number(
                seconds ?? 3600, "ttl_seconds", max: Limits.invitationSecondsMax))
    }

    static func number(
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

/// `POST /v1/join` and `POST /v1/joins`.
package struct JoinRequest: Codable, Equatable, Sendable {
    /// What the inviter passed on.
    package var invitation: String
    /// What this person calls the group, or the friend; absent takes the inviter's name.
    package var name: String?

    /// Joins by this text.
    package init(invitation: String, name: String? = nil) {
        self.invitation = invitation
        self.name = name
    }

    /// What it asks of the node.
    package var command: Command { .joinGroup(invitation: invitation, name: name) }
}

extension Asking {
    /// What the endpoints about groups ask of the node; nil from any other.
    func groupCommand() throws(ProblemJSON) -> Command? {
        let group = name("name")
        let person = PersonReference(name("person"))
        switch endpoint {
        case .newGroup: return try read(NewGroupRequest.self).command
        case .editGroup: return try read(EditGroupRequest.self).command(group)
        case .dissolveGroup: return .dissolveGroup(group)
        case .leaveGroup: return .leaveGroup(group)
        case .handOverGroup:
            return .handOverGroup(
                group, to: PersonReference(try read(HandOverRequest.self).to))
        case .setMemberRole:
            let wanted = try read(SetRoleRequest.self).role
            return try Word.role(wanted).map { .setGroupRole(group, person, $0) }
        case .removeMember: return .removeFromGroup(group, person)
        case .inviteToGroup:
            return try (readIfAny(InviteRequest.self) ?? InviteRequest()).command(group)
        case .inviteFriend:
            return try (readIfAny(InviteFriendRequest.self) ?? InviteFriendRequest()).command()
        case .joinFriend:
            let asked = try read(JoinRequest.self)
            return .joinFriend(invitation: asked.invitation, petName: asked.name)
        case .forgetJoin: return .forgetJoining(PersonReference(name("ref")))
        case .revokeInvite: return .revokeInvitation(number: try invitationNumber())
        case .joinGroup: return try read(JoinRequest.self).command
        default: return nil
        }
    }

    private func invitationNumber() throws(ProblemJSON) -> Int {
        guard let number = Int(name("number")), number >= 0 else {
            throw ProblemJSON(
                .notFound, "\(name("number").prefix(80)) is no number of an invitation",
                fix: "weft invite ls")
        }
        return number
    }
}
