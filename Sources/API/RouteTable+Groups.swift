import Domain

extension Routes {
    static let groups: [Route] = [
        get(.listGroups, "/v1/groups", "The groups you are in, or were", .page("Group")),
        write(
            .newGroup, .post, "/v1/groups", "Make a group, of which you are the head",
            body: "NewGroup", answer: .named("Group"), statuses: [201],
            [.conflict, .invalidValue, .tooMany, .readOnly]),
        get(.showGroup, "/v1/groups/{name}", "One group", .named("Group"), [], [.notFound]),
        write(
            .editGroup, .patch, "/v1/groups/{name}",
            "Call a group otherwise, for yourself alone, or say what it is for",
            body: "EditGroup", answer: .named("Done"),
            [.notFound, .roleRequired, .conflict, .invalidValue, .readOnly]),
        write(
            .dissolveGroup, .delete, "/v1/groups/{name}",
            "End every membership, your own one last", body: nil, answer: .named("Done"),
            [.notFound, .roleRequired, .conflict, .readOnly]),
        write(
            .leaveGroup, .post, "/v1/groups/{name}:leave", "End your own membership", body: nil,
            answer: .named("Done"), [.notFound, .conflict, .readOnly]),
        write(
            .handOverGroup, .post, "/v1/groups/{name}:hand-over",
            "Make a member the head, and go on as an owner", body: "HandOver",
            answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly]),
        get(
            .listMembers, "/v1/groups/{name}/members",
            "Who is in a group, the head first, then by name", .page("GroupMember"), [],
            [.notFound]),
        write(
            .setMemberRole, .patch, "/v1/groups/{name}/members/{person}",
            "Give a member another role", body: "SetRole", answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .invalidValue, .readOnly]),
        write(
            .removeMember, .delete, "/v1/groups/{name}/members/{person}",
            "End a membership; what is written from now on they cannot read", body: nil,
            answer: .named("Done"),
            [.notFound, .ambiguous, .roleRequired, .conflict, .readOnly]),
        write(
            .inviteToGroup, .post, "/v1/groups/{name}/invites",
            "Let whoever comes with the answer's text into a group", mayHave: "Invite",
            answer: .named("NewInvitation"), statuses: [201],
            [.notFound, .roleRequired, .conflict, .invalidValue, .tooMany, .readOnly]),
        get(
            .listInvites, "/v1/invites", "The invitations that this node honours, newest first",
            .page("Invitation")),
        write(
            .revokeInvite, .delete, "/v1/invites/{number}", "Honour an invitation no longer",
            body: nil, answer: .named("Done"), [.notFound, .readOnly]),
        write(
            .inviteFriend, .post, "/v1/invites",
            "Become friends with whoever comes with the answer's text", mayHave: "InviteFriend",
            answer: .named("NewInvitation"), statuses: [201], [.conflict, .invalidValue, .readOnly]),
        get(
            .listJoins, "/v1/joins", "Invitations to be friends that were typed here, latest first",
            .page("Joining")),
        write(
            .joinFriend, .post, "/v1/joins",
            "Become friends by an invitation; done once the inviter's node has been met",
            body: "Join", answer: .named("Joining"), statuses: [202],
            [.invalidTicket, .conflict, .invalidValue, .readOnly]),
        write(
            .forgetJoin, .delete, "/v1/joins/{ref}", "Forget an invitation that was typed here",
            body: nil, answer: .named("Done"), [.notFound, .ambiguous, .readOnly]),
        write(
            .joinGroup, .post, "/v1/join",
            "Join a group by an invitation; done once the inviter's node has been met",
            body: "Join", answer: .named("Group"), statuses: [202],
            [.invalidTicket, .conflict, .invalidValue, .tooMany, .readOnly]),
    ]
}
