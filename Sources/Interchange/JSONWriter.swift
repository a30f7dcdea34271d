import CRDT
import Domain
import Primitives

/// Writes our own JSON: every field of every thing, one thing on a line.
///
///     {"format": "weft bookmarks", "version": 1, "exported": "2026-11-21T04:00:00Z",
///      "bookmarks": [
///     {"id", "author": {"person", "name", "is_me"}, "url", "canonical_url", "title", "note",
///      "tags": [], "size": "s" | "m" | "l", "unread", "added", "updated",
///      "placement": ["friends", "public"], "trashed",
///      "conflicts": [{"field", "losing_value", "by": as author, "at"}]}
///     ]}
///
/// An export of everything has its owner as `"person"` before the things, and what they recorded besides the things
/// after them (`EntryWriter`).
///
/// Things other than links also have `type`, the word of the kind, and `reference`, by which other things of the file
/// name them. `details` is an object of lists with all values; a link has it only if it has details.
///
/// Times are RFC 3339 in UTC. Members may be added within a version; readers ignore unknown ones. `RecordReader`
/// imports what fits into a draft, and refuses things that were in the trash.
enum JSONWriter {
    /// The value of `format`.
    static let name = "weft bookmarks"
    /// The version, incremented when a member changes its meaning or is removed.
    static let version = 1

    static func opening(exported: WallTime, by person: PersonID?) -> [UInt8] {
        let time = Timestamps.format(exported)
        let whose = person.map { "\n \"person\": \"\($0.text)\"," } ?? ""
        return Array(
            """
            {"format": "\(name)", "version": \(version), "exported": "\(time)",\(whose)
             "bookmarks": [
            """.utf8)
    }

    static let closing = Array("\n]}\n".utf8)

    static func append(
        _ bookmark: Bookmark, named reference: ThingReference?, to result: inout [UInt8]
    ) {
        result += "{".utf8
        if bookmark.kind != .link {
            text("type", bookmark.kind.word, to: &result)
            next(&result)
        }
        text("id", bookmark.id.text, to: &result)
        next(&result)
        author("author", bookmark.author, to: &result)
        next(&result)
        text("url", bookmark.url, to: &result)
        next(&result)
        text("canonical_url", bookmark.canonicalURL, to: &result)
        next(&result)
        text("title", bookmark.title, to: &result)
        next(&result)
        text("note", bookmark.note, to: &result)
        next(&result)
        list("tags", bookmark.tags, to: &result)
        next(&result)
        text("size", bookmark.size.letter, to: &result)
        result += ", \"unread\": \(bookmark.isUnread), ".utf8
        text("added", Timestamps.format(bookmark.added), to: &result)
        next(&result)
        text("updated", Timestamps.format(bookmark.updated), to: &result)
        next(&result)
        list("placement", bookmark.placement.map(\.name), to: &result)
        result += ", \"trashed\": \(bookmark.isTrashed), \"conflicts\": [".utf8
        for (index, conflict) in bookmark.conflicts.enumerated() {
            if index > 0 { next(&result) }
            append(conflict, to: &result)
        }
        result += "]".utf8
        if let reference {
            next(&result)
            text("reference", reference.text, to: &result)
        }
        if bookmark.kind != .link || !bookmark.details.isEmpty {
            append(bookmark.details, to: &result)
        }
        result += "}".utf8
    }

    private static func append(_ details: [Detail], to result: inout [UInt8]) {
        result += ", \"details\": {".utf8
        for (index, detail) in details.enumerated() {
            if index > 0 { next(&result) }
            list(detail.name.word, detail.values, to: &result)
        }
        result += "}".utf8
    }

    private static func append(_ conflict: Conflict, to result: inout [UInt8]) {
        result += "{".utf8
        text("field", conflict.field, to: &result)
        next(&result)
        text("losing_value", conflict.losingValue, to: &result)
        next(&result)
        author("by", conflict.writer, to: &result)
        next(&result)
        text("at", Timestamps.format(conflict.at), to: &result)
        result += "}".utf8
    }

    private static func author(_ key: String, _ author: Author, to result: inout [UInt8]) {
        result += "\"\(key)\": {".utf8
        text("person", author.person.text, to: &result)
        next(&result)
        text("name", author.name, to: &result)
        result += ", \"is_me\": \(author.isMe)}".utf8
    }

    static func next(_ result: inout [UInt8]) { result += ", ".utf8 }

    static func text(_ key: String, _ value: String, to result: inout [UInt8]) {
        result += "\"\(key)\": ".utf8
        JSONString.append(value, to: &result)
    }

    static func list(_ key: String, _ values: [String], to result: inout [UInt8]) {
        result += "\"\(key)\": [".utf8
        for (index, value) in values.enumerated() {
            if index > 0 { next(&result) }
            JSONString.append(value, to: &result)
        }
        result += "]".utf8
    }
}
