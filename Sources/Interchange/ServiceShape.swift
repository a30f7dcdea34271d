/// The meaning of an entry's members in the JSON export of a service.
struct ServiceShape: Sendable {
    /// The meaning of a member.
    indirect enum Meaning: Sendable {
        case url, title, note, tags, added
        /// Whether it is unread: true, 1 or yes.
        case unread
        /// Whether it was read or archived: true, 1 or yes.
        case read
        /// A state, with the word for unread.
        case state(unread: String)
        case shared
        /// The ids of the lists that contain it.
        case lists
        /// An object, with the meanings of its members.
        case object([String: Meaning])
        /// Passages marked in its page, which become highlights.
        case passages
    }

    /// The member of the file that contains the entries; nil if the file is the list itself.
    let list: String?
    /// The member of each element of that list that contains the entries; the element is a folder with a `name`.
    var inner: String?
    /// The member of the file that contains the names of lists; nil if there is none.
    var folders: String?
    let members: [String: Meaning]

    /// The shape of a format; nil if it is no service's.
    static func of(_ format: Format) -> ServiceShape? { shapes[format] }

    /// The format of a list that begins with this lower-case text; nil if none is known.
    static func list(_ start: String) -> Format? {
        if has(start, ["href"]) || has(start, ["u", "d"]) { return .pinboard }
        if has(start, ["url", "savedat"]) { return .omnivore }
        if has(start, ["url", "is_archived"]) { return .wallabag }
        let isEmpty = start.filter { !$0.isWhitespace }.hasPrefix("[]")
        return isEmpty ? .pinboard : nil
    }

    /// The format of an object that begins with this lower-case text; nil if none is known.
    static func object(_ start: String) -> Format? {
        if has(start, ["bookmarks", "content", "createdat"]) { return .karakeep }
        if has(start, ["results", "tag_names"]) { return .linkding }
        if has(start, ["collections", "links"]) { return .linkwarden }
        return nil
    }

    private static func has(_ start: String, _ members: [String]) -> Bool {
        members.allSatisfy { start.contains("\"\($0)\"") }
    }

    /// Used for lookups only. Sources: the services' documentation and exports.
    private static let shapes: [Format: ServiceShape] = [
        // Omnivore's `metadata_0_to_2.json`.
        .omnivore: ServiceShape(
            list: nil,
            members: [
                "url": .url, "title": .title, "description": .note, "labels": .tags,
                "savedAt": .added, "state": .state(unread: "active"), "highlights": .passages,
            ]),
        // wallabag, EntriesExport.
        .wallabag: ServiceShape(
            list: nil,
            members: [
                "url": .url, "title": .title, "tags": .tags, "created_at": .added,
                "is_archived": .read, "is_public": .shared, "annotations": .passages,
            ]),
        // Karakeep, "Export" in its settings. Archived entries there need not have been read.
        .karakeep: ServiceShape(
            list: "bookmarks", folders: "lists",
            members: [
                "title": .title, "note": .note, "tags": .tags, "createdAt": .added,
                "lists": .lists, "content": .object(["url": .url]), "highlights": .passages,
            ]),
        // linkding, `GET /api/bookmarks/`.
        .linkding: ServiceShape(
            list: "results",
            members: [
                "url": .url, "title": .title, "description": .note, "notes": .note,
                "tag_names": .tags, "date_added": .added, "unread": .unread, "shared": .shared,
            ]),
        // Readeck, `bookmarks/ID/info.json` in the output of `readeck export`.
        .readeck: ServiceShape(
            list: nil,
            members: [
                "URL": .url, "Title": .title, "Description": .note, "Labels": .tags,
                "Created": .added, "IsArchived": .read, "Annotations": .passages,
            ]),
        // Linkwarden, "Export" in its settings.
        .linkwarden: ServiceShape(
            list: "collections", inner: "links",
            members: [
                "url": .url, "name": .title, "description": .note, "tags": .tags,
                "createdAt": .added, "highlight": .passages, "highlights": .passages,
            ]),
    ]
}
