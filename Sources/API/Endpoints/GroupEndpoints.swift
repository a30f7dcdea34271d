package import Domain

// Groups and their members.

/// Lists the groups that this person is in or was in.
package struct ListGroups: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listGroups", .get, "/v1/groups", "Your current and former groups")
    package func request() -> TypedRequest<[Group]> { .query { .groups($0) } }
    package func output(_ all: [Group]) -> PageJSON<GroupJSON> {
        PageJSON(items: all.map(GroupJSON.init))
    }
}

/// Creates a group; the caller becomes its head.
package struct NewGroup: Endpoint {
    package var name = ""
    package var description: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .name, "Its name.")
        fields.member("description", &description, as: .purpose, "Its purpose.")
    }

    /// A group of this name.
    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    package static let route = EndpointRoute(
        "newGroup", .post, "/v1/groups", "Create a group; you become its head",
        [.conflict, .invalidValue, .tooMany, .readOnly], statuses: [201])
    package func request() -> TypedRequest<Group> {
        .command { .newGroup(name: name, description: description ?? "", $0) }
    }
    package func output(_ group: Group) -> GroupJSON { GroupJSON(group) }
}

/// Returns one group.
package struct ShowGroup: Endpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "showGroup", .get, "/v1/groups/{name}", "One group", [.notFound])
    package func request() -> TypedRequest<[Group]> { .query { .groups($0) } }
    package func output(_ all: [Group]) throws(ProblemJSON) -> GroupJSON {
        guard let found = all.first(where: { $0.name == name }) else {
            throw ProblemJSON(
                .notFound, "there is no group named \(name.prefix(80))", fix: "weft group ls")
        }
        return GroupJSON(found)
    }
}

/// Changes this person's name for a group, or its description; what is absent stays.
package struct EditGroup: Endpoint {
    package var group = ""
    package var name: String?
    package var description: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &group)
        fields.member("name", &name, as: .name, "Its name.")
        fields.clearable("description", &description, as: .purpose, nothing: "", "Its purpose.")
    }

    /// A change of the group with this name.
    package init(_ group: String, name: String? = nil, description: String? = nil) {
        self.group = group
        self.name = name
        self.description = description
    }

    package static let route = EndpointRoute(
        "editGroup", .patch, "/v1/groups/{name}",
        "Change your name for a group, or its description",
        [.notFound, .roleRequired, .conflict, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .editGroup(group, GroupChange(name: name, description: description), $0) }
    }
}

/// Dissolves a group: ends all memberships.
package struct DissolveGroup: Endpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "dissolveGroup", .delete, "/v1/groups/{name}",
        "Dissolve a group: end all memberships",
        [.notFound, .roleRequired, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .dissolveGroup(name, $0) } }
}

/// Leaves a group.
package struct LeaveGroup: Endpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "leaveGroup", .post, "/v1/groups/{name}:leave", "Leave a group",
        [.notFound, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .leaveGroup(name, $0) } }
}

/// Makes another member the head of a group; the caller becomes an owner.
package struct HandOverGroup: Endpoint {
    package var name = ""
    package var to = ""

    package static let shape = "HandOver"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.member("to", &to, "A member's name, or the beginning of the id.")
    }

    /// Hands the group with this name over to a member.
    package init(_ name: String, to member: String) {
        self.name = name
        to = member
    }

    package static let route = EndpointRoute(
        "handOverGroup", .post, "/v1/groups/{name}:hand-over",
        "Make another member the head; you become an owner",
        [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .handOverGroup(name, to: PersonReference(to), $0) }
    }
}

/// Lists the members of a group: the head first, then by name.
package struct ListMembers: Endpoint, NameEndpoint {
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "listMembers", .get, "/v1/groups/{name}/members",
        "The members of a group: the head first, then by name", [.notFound])
    package func request() -> TypedRequest<[GroupMember]> { .query { .groupMembers(name, $0) } }
    package func output(_ all: [GroupMember]) -> PageJSON<GroupMemberJSON> {
        PageJSON(items: all.map(GroupMemberJSON.init))
    }
}

/// Changes a member's role.
package struct SetMemberRole: Endpoint {
    package var name = ""
    package var person = ""
    package var role = ""

    package static let shape = "SetRole"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.path("person", &person)
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "The role: `viewer`, `editor` or `owner`.")
    }

    /// Gives this role to a member of the group with this name.
    package init(_ name: String, _ person: String, role: String) {
        self.name = name
        self.person = person
        self.role = role
    }

    package static let route = EndpointRoute(
        "setMemberRole", .patch, "/v1/groups/{name}/members/{person}",
        "Change a member's role",
        [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let givenRole = try ParameterWord.givenRole(role)
        return .command { .setGroupRole(name, PersonReference(person), givenRole, $0) }
    }
}

/// Removes a member, who cannot read what is written from now on.
package struct RemoveMember: Endpoint {
    package var name = ""
    package var person = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("name", &name)
        fields.path("person", &person)
    }

    /// This member of the group with this name.
    package init(_ name: String, _ person: String) {
        self.name = name
        self.person = person
    }

    package static let route = EndpointRoute(
        "removeMember", .delete, "/v1/groups/{name}/members/{person}",
        "Remove a member; they cannot read what is written from now on",
        [.notFound, .ambiguous, .roleRequired, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .removeFromGroup(name, PersonReference(person), $0) }
    }
}

/// Joins a group by an invitation; done once the inviter's node has been met.
package struct JoinGroup: InvitationEndpoint {
    package var invitation = ""
    package var name: String?

    package init() {}

    package static let route = EndpointRoute(
        "joinGroup", .post, "/v1/join",
        "Accept a group invitation; done once the inviter's node has been met",
        [.invalidTicket, .conflict, .invalidValue, .tooMany, .readOnly], statuses: [202])
    package func request() -> TypedRequest<Group> {
        .command { .joinGroup(invitation: invitation, name: name, $0) }
    }
    package func output(_ group: Group) -> GroupJSON { GroupJSON(group) }
}
