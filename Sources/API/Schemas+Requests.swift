import Domain

/// Requests about links, tags, collections, shares, people and settings.
extension Schemas {
    static let requests: [ObjectSchema] = [
        ObjectSchema(DraftJSON.self),
        AddLink.bodySchema,
        EditLink.bodySchema,
        ObjectSchema(SelectionRequest.self),
        RenameTag.bodySchema,
        MergeTags.bodySchema,
        NewCollection.bodySchema,
        EditCollection.bodySchema,
        OrderCollection.bodySchema,
        ShareThings.bodySchema,
        WithdrawThings.bodySchema,
        AddFriend.bodySchema,
        RenameFriend.bodySchema,
        AcceptPending.bodySchema,
        JoinByCode.bodySchema,
        PairDevice.bodySchema,
        RevokeDevice.bodySchema,
        Connect.bodySchema,
        MakeBackup.bodySchema,
        ChangeSettings.bodySchema,
    ]
}
