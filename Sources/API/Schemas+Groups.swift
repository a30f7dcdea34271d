import Domain

extension Schemas {
    static let groups: [ObjectSchema] = [
        ObjectSchema(GroupJSON.self),
        ObjectSchema(GroupMemberJSON.self),
        ObjectSchema(InvitationJSON.self),
        ObjectSchema(NewInvitationJSON.self),
        ObjectSchema(NewGroupRequest.self),
        ObjectSchema(EditGroupRequest.self),
        ObjectSchema(HandOverRequest.self),
        ObjectSchema(SetRoleRequest.self),
        ObjectSchema(InviteRequest.self),
        ObjectSchema(JoinRequest.self),
        ObjectSchema(InviteFriendRequest.self),
        ObjectSchema(JoiningJSON.self),
    ]
}
