import Domain

/// What is sent about links, tags, collections, shares, people and settings.
extension Schemas {
    static let requests: [ObjectSchema] = [
        ObjectSchema("Draft", draft),
        ObjectSchema(
            "Add",
            [
                "url": url, "title?": title, "note?": note, "tags?": tags,
                "size?": .word(TileSize.allCases.map(\.letter)), "unread?": .boolean,
                "created_at?": .time, "thumbnail?": .string, "snapshots?": .list(.string),
                "audience?": Routes.audience, "on_dup?": policy,
            ]),
        ObjectSchema(
            "Edit",
            [
                "url?": url, "title?": .clearable(title), "note?": .clearable(note),
                "size?": .word(TileSize.allCases.map(\.letter)), "unread?": .boolean,
                "add_tags?": .clearable(tags), "remove_tags?": .clearable(.list(.string)),
                "thumbnail?": .clearable(.string), "snapshots?": .clearable(.list(.string)),
                "add_snapshots?": .clearable(.list(.string)),
                "remove_snapshots?": .clearable(.list(.string)),
            ]),
        ObjectSchema(
            "Selection", ["refs?": .list(.string), "query?": search, "dry_run?": .boolean]),
        ObjectSchema("Rename", ["to": tag, "dry_run?": .boolean]),
        ObjectSchema(
            "Merge", ["from": .list(.string), "into": tag, "dry_run?": .boolean]),
        ObjectSchema(
            "NewCollection", ["name": name, "description?": note, "query?": search]),
        ObjectSchema(
            "EditCollection",
            ["name?": name, "description?": .clearable(note), "query?": search]),
        ObjectSchema(
            "Order",
            ["refs": .list(.string), "place": .word(OrderRequest.places), "of?": .string]),
        ObjectSchema(
            "ShareRequest",
            [
                "refs?": .list(.string), "query?": search, "audience": Routes.audience,
                "live?": .boolean, "dry_run?": .boolean,
            ]),
        ObjectSchema(
            "Withdraw",
            [
                "refs?": .list(.string), "query?": search, "audience?": Routes.audience,
                "dry_run?": .boolean,
            ]),
        ObjectSchema("AddFriend", ["ticket": .string, "name?": .string]),
        ObjectSchema("RenameTo", ["name": name]),
        ObjectSchema("AcceptFriend", ["name?": .string]),
        ObjectSchema("JoinByCode", ["code": .string, "at?": .string]),
        ObjectSchema("PairDevice", ["request": .string, "phrase?": .string]),
        ObjectSchema("RevokeDevice", ["phrase?": .string]),
        ObjectSchema("Connect", ["host": .string, "port": .integer(1...65535)]),
        ObjectSchema("Backup", ["path": .string]),
        ObjectSchema(
            "SettingsChange",
            [
                "audience?": Routes.audience, "discovery?": .boolean,
                "web?": .clearable(.string, with: SettingsRequest.nowhere),
                "pinboard?": pinboard, "files_quota_bytes?": .count,
                "files_originals?": coming, "author_quota_bytes?": .count,
            ]),
    ]

    private static let draft: KeyValuePairs<String, Schema> = [
        "url": url, "title?": title, "note?": note, "tags?": tags,
        "size?": .word(TileSize.allCases.map(\.letter)), "unread?": .boolean,
        "created_at?": .time, "thumbnail?": .string, "snapshots?": .list(.string),
    ]

    /// What a thing is told by, and how long it may be.
    static let url = Schema.text(1...Limits.urlBytesMax)
    static let title = Schema.text(0...Limits.titleBytesMax)
    static let note = Schema.text(0...Limits.noteBytesMax)
    static let name = Schema.text(1...Limits.nameBytesMax)
    static let tag = Schema.text(1...Limits.tagBytesMax)
    static let tags = Schema.several(tag, 0...Limits.tagsPerObjectMax)
    static let search = Schema.text(0...Limits.queryBytesMax)
}
