import Domain

extension Schemas {
    static let groups: [ObjectSchema] = [
        ObjectSchema(GroupJSON.self),
        ObjectSchema(GroupMemberJSON.self),
        ObjectSchema(InvitationJSON.self),
        ObjectSchema(NewInvitationJSON.self),
        NewGroup.bodySchema,
        EditGroup.bodySchema,
        HandOverGroup.bodySchema,
        SetMemberRole.bodySchema,
        InviteToGroup.bodySchema,
        JoinGroup.bodySchema,
        InviteFriend.bodySchema,
        ObjectSchema(JoiningJSON.self),
    ]
}
