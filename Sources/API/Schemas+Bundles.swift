import Domain

extension Schemas {
    static let bundles: [ObjectSchema] = [
        ObjectSchema(
            "Bundle",
            [
                "segments": .count, "for_this_device": .count, "bytes": .count,
                "changes": .count, "people": .list(.string), "waiting": .boolean,
                "summary": .string,
            ]),
        ObjectSchema(
            "NewBundle", ["path": .string, "for": .list(.string), "whole?": .boolean]),
        ObjectSchema("ApplyBundle", ["path": .string]),
        ObjectSchema(
            "Folder",
            [
                "number": .count, "path": .string, "for": .list(.string),
                "state": .word(FolderFare.State.allCases.map(\.rawValue)), "reason?": .string,
                "files": .count, "torn": .count, "foreign": .count, "own_files": .count,
                "own_bytes": .count, "taken": .count, "strangers": .list(.string),
            ]),
        ObjectSchema("NewFolder", ["path": .string, "for?": .list(.string)]),
        ObjectSchema(
            "Mailbox",
            [
                "keeper": .named("Author"), "for": .list(.string),
                "state": .word(Mailbox.State.allCases.map(\.rawValue)), "quota_bytes": .count,
                "used_bytes": .count, "own_segments": .count, "own_bytes": .count,
                "taken": .count, "last_put?": .time, "last_got?": .time,
            ]),
        ObjectSchema(
            "KeptMailbox",
            [
                "person": .named("Author"), "quota_bytes": .count, "used_bytes": .count,
                "segments": .count, "last_put?": .time, "last_got?": .time,
            ]),
        ObjectSchema(
            "Mailboxes",
            ["used": .list(.named("Mailbox")), "kept": .list(.named("KeptMailbox"))]),
        ObjectSchema("NewMailbox", ["keeper": .string, "for?": .list(.string)]),
        ObjectSchema("KeepMailbox", ["person": .string, "quota_bytes?": .count]),
    ]
}
