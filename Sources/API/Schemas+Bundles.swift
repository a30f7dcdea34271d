import Domain

extension Schemas {
    static let bundles: [ObjectSchema] = [
        ObjectSchema(BundleJSON.self),
        NewBundle.bodySchema,
        ApplyBundle.bodySchema,
        ObjectSchema(FolderJSON.self),
        NewFolder.bodySchema,
        ObjectSchema(MailboxJSON.self),
        ObjectSchema(KeptMailboxJSON.self),
        ObjectSchema(MailboxesJSON.self),
        NewMailbox.bodySchema,
        KeepMailbox.bodySchema,
    ]
}
