import Domain

extension Schemas {
    static let bundles: [ObjectSchema] = [
        ObjectSchema(BundleJSON.self),
        ObjectSchema(NewBundleRequest.self),
        ObjectSchema(ApplyBundleRequest.self),
        ObjectSchema(FolderJSON.self),
        ObjectSchema(NewFolderRequest.self),
        ObjectSchema(MailboxJSON.self),
        ObjectSchema(KeptMailboxJSON.self),
        ObjectSchema(MailboxesJSON.self),
        ObjectSchema(NewMailboxRequest.self),
        ObjectSchema(KeepMailboxRequest.self),
    ]
}
