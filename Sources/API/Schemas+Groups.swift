import Domain

extension Schemas {
    static let groups: [ObjectSchema] = [
        ObjectSchema(
            "Group",
            [
                "id": .key, "name": .string, "description": .string,
                "founder": .named("Author"),
                "role?": .word(GroupRole.allCases.map(\.rawValue)),
                "state": .word(Group.State.allCases.map(\.rawValue)), "member_count": .count,
                "link_count": .count, "refusal?": refusal,
            ]),
        ObjectSchema(
            "GroupMember",
            [
                "author": .named("Author"), "role": .word(GroupRole.allCases.map(\.rawValue)),
                "device_count": .count, "connected": .boolean, "last_seen?": .time,
            ]),
        ObjectSchema(
            "Invitation",
            [
                "number": .count, "group?": .string, "role?": given, "uses_left": .count,
                "expires_at": .time,
            ]),
        ObjectSchema(
            "NewInvitation",
            [
                "text": .string, "number": .count, "group?": .string, "role?": given,
                "uses_left": .count, "expires_at": .time,
            ]),
        ObjectSchema("NewGroup", ["name": name, "description?": purpose]),
        ObjectSchema("EditGroup", ["name?": name, "description?": .clearable(purpose)]),
        ObjectSchema("HandOver", ["to": .string]),
        ObjectSchema("SetRole", ["role": given]),
        ObjectSchema(
            "Invite",
            [
                "role?": given, "uses?": .integer(1...Limits.invitationUsesMax),
                "ttl_seconds?": .integer(1...Limits.invitationSecondsMax),
            ]),
        ObjectSchema("Join", ["invitation": .string, "name?": .string]),
        ObjectSchema(
            "InviteFriend",
            [
                "uses?": .integer(1...Limits.invitationUsesMax),
                "ttl_seconds?": .integer(1...Limits.invitationSecondsMax),
            ]),
        ObjectSchema(
            "Joining",
            [
                "person": .key, "name": .string,
                "state": .word(Joining.State.allCases.map(\.rawValue)), "expires_at": .time,
            ]),
    ]

    private static let refusal = Schema.word(
        [Joining.State.usedUp, .revoked, .expired, .refused].map(\.rawValue))

    private static let purpose = Schema.text(0...Limits.groupDescriptionBytesMax)

    private static let given = Schema.word(GroupRole.given.map(\.rawValue))
}
