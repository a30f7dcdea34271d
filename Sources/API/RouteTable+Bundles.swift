extension Routes {
    static let bundles: [Route] = [
        write(
            .newBundle, .post, "/v1/bundles",
            "Put what these people may have, and are not known to have, into a new file",
            body: "NewBundle", answer: .named("Bundle"), statuses: [201],
            [.notFound, .ambiguous, .conflict, .invalidValue, .tooMany, .readOnly]),
        write(
            .applyBundle, .post, "/v1/bundles:apply",
            "Take in what such a file has for this device", body: "ApplyBundle",
            answer: .named("Bundle"),
            [.notFound, .conflict, .invalidValue, .damagedFile, .tooMany, .readOnly]),
        get(
            .listFolders, "/v1/folders", "The directories that something else carries",
            .page("Folder")),
        write(
            .newFolder, .post, "/v1/folders",
            "Read what others put into a directory, and put there what they lack",
            body: "NewFolder", answer: .named("Folder"), statuses: [201],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeFolder, .delete, "/v1/folders/{number}",
            "Leave a directory alone; the files of this node there go", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
        get(
            .listMailboxes, "/v1/mailboxes",
            "With whom sealed segments are left, and for whom they are kept", .named("Mailboxes")),
        write(
            .newMailbox, .post, "/v1/mailboxes",
            "Leave with a friend what others lack, and get there what they left",
            body: "NewMailbox", answer: .named("Mailbox"), statuses: [201],
            [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeMailbox, .delete, "/v1/mailboxes/{ref}",
            "Leave nothing with a friend any more; what is there goes", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
        write(
            .keepMailbox, .post, "/v1/mailboxes:keep",
            "Keep for a friend what he leaves for others, or no more", body: "KeepMailbox",
            answer: .named("Done"), [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly]),
    ]
}
