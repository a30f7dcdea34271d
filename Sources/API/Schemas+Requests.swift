import Domain

/// What is sent about links, tags, collections, shares, people and settings.
extension Schemas {
    static let requests: [ObjectSchema] = [
        ObjectSchema(DraftJSON.self),
        ObjectSchema(AddRequest.self),
        ObjectSchema(EditRequest.self),
        ObjectSchema(SelectionRequest.self),
        RenameTag.bodySchema,
        MergeTags.bodySchema,
        NewCollection.bodySchema,
        EditCollection.bodySchema,
        OrderCollection.bodySchema,
        ShareThings.bodySchema,
        WithdrawThings.bodySchema,
        ObjectSchema(AddFriendRequest.self),
        ObjectSchema(RenameToRequest.self),
        ObjectSchema(AcceptFriendRequest.self),
        ObjectSchema(JoinByCodeRequest.self),
        ObjectSchema(PairDeviceRequest.self),
        ObjectSchema(RevokeDeviceRequest.self),
        ObjectSchema(ConnectRequest.self),
        ObjectSchema(BackupRequest.self),
        ObjectSchema(SettingsRequest.self),
    ]
}
