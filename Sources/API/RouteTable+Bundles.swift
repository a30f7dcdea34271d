extension Routes {
    static let bundles: [Route] = [
        write(
            .newBundle, .post, "/v1/bundles",
            "Write data these people may see and have not acknowledged to a new file",
            body: "NewBundle", answer: .named("Bundle"), statuses: [201],
            [.notFound, .ambiguous, .conflict, .invalidValue, .tooMany, .readOnly]),
        write(
            .applyBundle, .post, "/v1/bundles:apply",
            "Import what such a file has for this device", body: "ApplyBundle",
            answer: .named("Bundle"),
            [.notFound, .conflict, .invalidValue, .damagedFile, .tooMany, .readOnly]),
        get(
            .listFolders, "/v1/folders", "Sync directories",
            .page("Folder")),
        write(
            .newFolder, .post, "/v1/folders",
            "Start syncing through a directory",
            body: "NewFolder", answer: .named("Folder"), statuses: [201],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeFolder, .delete, "/v1/folders/{number}",
            "Stop using a directory; deletes this node's files in it", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
        get(
            .listMailboxes, "/v1/mailboxes",
            "Mailboxes in use, and those kept for others", .named("Mailboxes")),
        write(
            .newMailbox, .post, "/v1/mailboxes",
            "Use a friend's node as a mailbox",
            body: "NewMailbox", answer: .named("Mailbox"), statuses: [201],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeMailbox, .delete, "/v1/mailboxes/{ref}",
            "Stop using a mailbox and delete its contents", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
        write(
            .keepMailbox, .post, "/v1/mailboxes:keep",
            "Keep a mailbox for a friend, or stop keeping it", body: "KeepMailbox",
            answer: .named("Done"), [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
    ]
}
