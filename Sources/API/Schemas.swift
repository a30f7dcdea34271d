import Domain

/// Every named shape, as OpenAPI tells it; tests hold each against what is really written.
package enum Schemas {
    /// In the order of their names.
    package static let all =
        (answers + requests + ops + things + wardrobe + places + reactions + order + groups
        + bundles
        + blobs + feeds + snapshots + saving + events + pinboardAnswers)
        .sorted {
            $0.name < $1.name
        }

    static let answers: [ObjectSchema] = [
        ObjectSchema("Health", ["status": .word(["ok"])]),
        ObjectSchema("Version", ["name": .string, "version": .string, "api": .string]),
        ObjectSchema("OpenAPI", ["openapi": .string]),
        ObjectSchema(
            "Status",
            [
                "name": .string, "uptime_milliseconds": .count, "own_links": .count,
                "seen_links": .count, "things?": .list(.named("ThingCount")), "tags": .count,
                "groups": .count, "friends": .count,
                "connected_friends": .count, "deltas": .count, "listening_on?": .string,
                "unindexed": .count, "read_only_reason?": .string, "read_only_fix?": .string,
                "found_twice_at?": .time, "withdrawn_since_backup?": .count,
                "cut_off?": .list(.named("CutOff")), "changed_in_trash?": .count,
                "damaged_deltas?": .count,
                "damaged_only_here?": .count, "networks?": .count,
                "mailboxes?": .list(.named("Mailbox")),
                "kept_mailboxes?": .list(.named("KeptMailbox")), "files?": .named("Files"),
                "room_problem?": .string, "filled_shares?": .list(.named("FilledShare")),
                "reports?": .count, "web?": .string,
                "web_problem?": .string, "peers": .list(.named("Peer")),
            ]),
        ObjectSchema(
            "Identity", ["person": .key, "name": .string, "device": .key, "ticket": .string]),
        ObjectSchema("Author", ["id": .key, "name": .string, "me": .boolean]),
        ObjectSchema(
            "Conflict",
            [
                "field": .string, "losing_value": .string, "by": .named("Author"), "at": .time,
            ]),
        ObjectSchema("CutOff", ["group": .string, "kept": .count, "lost": .count]),
        ObjectSchema("LateChange", ["device": .string, "at": .time]),
        ObjectSchema(
            "Bookmark",
            [
                "id": .id, "short_id": .string, "type": .word([BookmarkJSON.type]),
                "url": .string,
                "canonical_url": .string, "title": .string, "note": .string,
                "tags": .list(.string), "placement": .list(Routes.audience),
                "size": .word(TileSize.allCases.map(\.letter)), "unread": .boolean,
                "trashed": .boolean, "late_change?": .named("LateChange"),
                "author": .named("Author"), "created_at": .time,
                "updated_at": .time, "conflicts": .list(.named("Conflict")),
                "reactions": .named("Reactions"), "highlights_count": .count, "thumbnail?": .string,
                "snapshots": .list(.string), "etag": .string,
            ]),
        ObjectSchema(
            "Check",
            [
                "canonical_url": .string, "bookmark?": .named("Bookmark"),
                "auto_tags": .list(.string),
            ]),
        ObjectSchema(
            "Outcome",
            [
                "outcome": .word(["added", "merged", "skipped", "refused"]), "id?": .id,
                "short_id?": .string, "problem?": .named("Problem"),
            ]),
        ObjectSchema("Placed", ["audience": Routes.audience, "count": .count]),
        ObjectSchema(
            "Kept",
            [
                "outcomes": .list(.named("Outcome")), "act?": .count,
                "placed": .list(.named("Placed")), "audience": Routes.audience,
            ]),
        ObjectSchema("Done", ["count": .count, "act?": .count, "summary": .string]),
        ObjectSchema(
            "History",
            [
                "of": .word(History.Subject.allCases.map(\.rawValue)),
                "items": .list(.named("HistoryEntry")),
            ]),
        ObjectSchema(
            "HistoryEntry",
            [
                "change": .string, "author": .named("Author"), "device": .key, "at": .time,
                "chain": .string, "sequence": .count,
            ]),
        ObjectSchema(
            "ViewerDevice",
            [
                "device": .key, "name": .string, "arrival": arrival, "revoked": .boolean,
                "last_seen?": .time,
            ]),
        ObjectSchema(
            "Viewer",
            [
                "author": .named("Author"), "audience": Routes.audience, "has_it": .boolean,
                "arrival": arrival, "devices": .list(.named("ViewerDevice")),
            ]),
        ObjectSchema(
            "Visibility",
            [
                "id": .id, "placement": .list(Routes.audience),
                "viewers": .list(.named("Viewer")), "former": .list(.named("Viewer")),
            ]),
        ObjectSchema(
            "Settings",
            [
                "audience": Routes.audience, "problem?": .named("Problem"), "discovery": .boolean,
                "web?": .string, "pinboard": pinboard, "files_quota_bytes": .count,
                "files_originals": coming, "author_quota_bytes": .count,
            ]),
        ObjectSchema("Tag", ["name": .string, "count": .count]),
        ObjectSchema(
            "Completion",
            [
                "type": .word(Completion.Sort.allCases.map(\.rawValue)), "name": .string,
                "query": .string, "count": .count,
            ]),
        ObjectSchema(
            "Collection",
            [
                "id": .id, "author": .named("Author"), "name": .string,
                "description": .string, "query?": .string, "count": .count,
                "placement": .list(Routes.audience),
            ]),
        ObjectSchema("Share", ["query": .string, "audience": Routes.audience, "count": .count]),
        ObjectSchema(
            "Friend",
            [
                "person": .key, "name": .string, "mutual": .boolean, "connected": .boolean,
                "last_seen?": .time, "addresses": .list(.string), "link_count": .count,
            ]),
        ObjectSchema(
            "Pending",
            [
                "person": .key, "device": .key, "address": .string, "at": .time,
                "name?": .string, "words?": .list(.string),
            ]),
        ObjectSchema(
            "Code",
            [
                "number": .count, "code?": .string,
                "state": .word(GivenCode.State.allCases.map(\.rawValue)), "expires_at": .time,
                "met?": .named("Meeting"),
            ]),
        ObjectSchema(
            "Meeting",
            [
                "person": .key, "name": .string, "words": .list(.string), "friend": .boolean,
            ]),
        ObjectSchema(
            "Device",
            [
                "device": .key, "name": .string, "this": .boolean, "revoked": .boolean,
                "connected": .boolean, "last_seen?": .time,
            ]),
        ObjectSchema(
            "PairedDevice", ["device": .key, "name": .string, "answer": .string]),
        ObjectSchema(
            "Peer",
            [
                "person?": .key, "name": .string, "address": .string, "state": .string,
                "outbound": .boolean, "they_lack": .count, "i_lack": .count,
                "bytes_received": .count, "bytes_sent": .count, "end_reason?": .string,
                "near": .boolean,
            ]),
        ObjectSchema(
            "Act", ["number": .count, "summary": .string, "at": .time, "undone": .boolean]),
        ObjectSchema(
            "Refusal",
            ["line?": .count, "code": .string, "detail": .string, "fix?": .string]),
        ObjectSchema("Warning", ["line": .count, "detail": .string]),
        ObjectSchema(
            "SectionCount",
            [
                "section": .word(ExportSection.allCases.map(\.rawValue)), "added": .count,
                "skipped": .count, "left_out": .count, "refused": .count,
            ]),
        ObjectSchema(
            "ImportJob",
            [
                "id": .string, "state": .word(["running", "done", "failed"]), "format": .string,
                "dry_run": .boolean, "audience": Routes.audience, "total?": .count, "added": .count,
                "highlights": .count, "merged": .count,
                "skipped": .count, "refused": .count, "refusals": .list(.named("Refusal")),
                "left_out": .count, "warned": .count, "warnings": .list(.named("Warning")),
                "notices": .list(.string), "collections": .count,
                "sections": .list(.named("SectionCount")),
                "act?": .count, "started_at": .time,
                "finished_at?": .time, "problem?": .named("Problem"),
            ]),
        ObjectSchema("ProblemMember", ["pointer": .string, "message": .string]),
        ObjectSchema(
            "Problem",
            [
                "type": .string, "title": .string, "status": .integer(400...599),
                "detail": .string, "code": .word(ProblemJSON.Code.allCases.map(\.rawValue)),
                "fix?": .string, "errors?": .list(.named("ProblemMember")),
                "request_id?": .string,
            ]),
    ]

    static let pinboard = Schema.word(PinboardSharing.allCases.map(\.rawValue))

    static let coming = Schema.word(BlobComing.allCases.map(\.rawValue))

    private static let arrival = Schema.word(Visibility.Arrival.allCases.map(\.rawValue))
    static let policy = Schema.word(DuplicatePolicy.allCases.map(\.rawValue))
}
