import Domain

extension Routes {
    static let groups: [Route] = [
        get(.listGroups, "/v1/groups", "Your current and former groups", .page("Group")),
        write(
            .newGroup, .post, "/v1/groups", "Create a group; you become its head",
            body: "NewGroup", answer: .named("Group"), statuses: [201],
            [.conflict, .invalidValue, .tooMany, .readOnly]),
        get(.showGroup, "/v1/groups/{name}", "One group", .named("Group"), [], [.notFound]),
        write(
            .editGroup, .patch, "/v1/groups/{name}",
            "Change your name for a group, or its description",
            body: "EditGroup", answer: .named("Done"),
            [.notFound, .roleRequired, .conflict, .invalidValue, .readOnly]),
        write(
            .dissolveGroup, .delete, "/v1/groups/{name}",
            "Dissolve a group: end all memberships", body: nil, answer: .named("Done"),
            [.notFound, .roleRequired, .conflict, .readOnly]),
        write(
            .leaveGroup, .post, "/v1/groups/{name}:leave", "Leave a group", body: nil,
            answer: .named("Done"), [.notFound, .conflict, .readOnly]),
        write(
            .handOverGroup, .post, "/v1/groups/{name}:hand-over",
            "Make another member the head; you become an owner", body: "HandOver",
            answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly]),
        get(
            .listMembers, "/v1/groups/{name}/members",
            "The members of a group: the head first, then by name", .page("GroupMember"), [],
            [.notFound]),
        write(
            .setMemberRole, .patch, "/v1/groups/{name}/members/{person}",
            "Change a member's role", body: "SetRole", answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly]),
        write(
            .removeMember, .delete, "/v1/groups/{name}/members/{person}",
            "Remove a member; they cannot read what is written from now on", body: nil,
            answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .readOnly]),
        write(
            .inviteToGroup, .post, "/v1/groups/{name}/invites",
            "Create an invitation to a group", mayHave: "Invite",
            answer: .named("NewInvitation"), statuses: [201],
            [.notFound, .roleRequired, .conflict, .invalidValue, .tooMany, .readOnly]),
        get(
            .listInvites, "/v1/invites", "Open invitations of this node, newest first",
            .page("Invitation")),
        write(
            .revokeInvite, .delete, "/v1/invites/{number}", "Revoke an invitation",
            body: nil, answer: .named("Done"), [.notFound, .readOnly]),
        write(
            .inviteFriend, .post, "/v1/invites",
            "Create an invitation to become friends", mayHave: "InviteFriend",
            answer: .named("NewInvitation"), statuses: [201], [.conflict, .invalidValue, .readOnly]),
        get(
            .listJoins, "/v1/joins", "Accepted friend invitations, latest first",
            .page("Joining")),
        write(
            .joinFriend, .post, "/v1/joins",
            "Accept a friend invitation; done once the inviter's node has been met",
            body: "Join", answer: .named("Joining"), statuses: [202],
            [.invalidTicket, .conflict, .invalidValue, .readOnly]),
        write(
            .forgetJoin, .delete, "/v1/joins/{ref}", "Drop an accepted friend invitation",
            body: nil, answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        write(
            .joinGroup, .post, "/v1/join",
            "Accept a group invitation; done once the inviter's node has been met",
            body: "Join", answer: .named("Group"), statuses: [202],
            [.invalidTicket, .conflict, .invalidValue, .tooMany, .readOnly]),
    ]
}
