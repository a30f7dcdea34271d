package import Domain

/// `POST /v1/groups`.
package struct NewGroupRequest: JSONShape {
    package var name = ""
    package var description: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "What it is called.")
        fields.member("description", &description, as: .purpose, "What it is for.")
    }

    /// A group of this name.
    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    /// What it asks of the node.
    package var command: Command { .newGroup(name: name, description: description ?? "") }
}

/// `PATCH /v1/groups/{name}`; what is absent stays.
package struct EditGroupRequest: JSONShape {
    package var name: String?
    package var description: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "What it is called.")
        fields.clearable("description", &description, as: .purpose, nothing: "", "What it is for.")
    }

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
package struct HandOverRequest: JSONShape {
    package var to = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("to", &to, "A member's name, or the beginning of the id.")
    }

    /// Hands over to this member.
    package init(to: String) {
        self.to = to
    }
}

/// `PATCH /v1/groups/{name}/members/{person}`.
package struct SetRoleRequest: JSONShape {
    package var role = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "The role: `viewer`, `editor` or `owner`.")
    }

    /// Gives this role.
    package init(role: String) {
        self.role = role
    }
}

/// `POST /v1/groups/{name}/invites`.
package struct InviteRequest: JSONShape {
    package var role: String?
    package var uses: Int?
    package var seconds: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "The role of whoever comes; `editor` if it is absent.")
        fields.member(
            "uses", &uses, as: .integer(1...Limits.invitationUsesMax),
            "How many people can use it (default: one).")
        fields.member(
            "ttl_seconds", &seconds, as: .integer(1...Limits.invitationSecondsMax),
            "How long it counts, in seconds.")
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
package struct JoinRequest: JSONShape {
    package var invitation = ""
    package var name: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("invitation", &invitation, "What the inviter passed on.")
        fields.member(
            "name", &name,
            "What to call the group, or the friend; absent takes the inviter's name.")
    }

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
        case .revokeInvite:
            return .revokeInvitation(number: try number(of: "an invitation", fix: "weft invite ls"))
        case .joinGroup: return try read(JoinRequest.self).command
        default: return nil
        }
    }
}
