import CRDT
package import Domain

/// Writes what a person has recorded besides the things, after them in our JSON, one entry on a line.
///
///     "collections": [{"name", "description", "query", "members": [ID]}]
///     "tag_rules": [{"query", "tags": []}]
///     "follows": [{"attention": "follow" | "mute", "form": "person" | "tag" | "thing" | "search", "what"}]
///     "reactions": [{"thing": ID, "reaction": "like" | "dislike"}]
///     "comments": [{"reference", "thing": ID, "text", "at", "in_reply_to": REFERENCE}]
///     "unread": [{"thing": ID}]
///     "live_shares": [{"query", "audience"}]
///
/// A section without entries is omitted. A collection with many members has several entries, each with some of them;
/// `query` is present if the collection has no explicit members, `in_reply_to` if the comment is a reply.
package struct EntryWriter {
    private var section: ExportSection?

    /// Creates a writer that starts after the last thing.
    package init() {}

    /// The bytes between the last thing and the first section.
    package static let opening = Array("\n]".utf8)

    /// Appends `entry` to `result`; the entries of one section must be consecutive.
    package mutating func append(_ entry: ExportEntry, to result: inout [UInt8]) {
        if section == entry.section {
            result += ",\n".utf8
        } else {
            if section != nil { result += "\n]".utf8 }
            result += ",\n \"\(entry.section.rawValue)\": [\n".utf8
            section = entry.section
        }
        result += "{".utf8
        switch entry {
        case .collection(let collection): Self.append(collection, to: &result)
        case .tagRule(let query, let tags):
            JSONWriter.text("query", query, to: &result)
            JSONWriter.next(&result)
            JSONWriter.list("tags", tags, to: &result)
        case .follow(let followed, let attention):
            JSONWriter.text("attention", attention.word, to: &result)
            JSONWriter.next(&result)
            JSONWriter.text("form", followed.form, to: &result)
            JSONWriter.next(&result)
            JSONWriter.text("what", followed.words, to: &result)
        case .reaction(let thing, let reaction):
            JSONWriter.text("thing", thing.text, to: &result)
            JSONWriter.next(&result)
            JSONWriter.text("reaction", reaction.word, to: &result)
        case .comment(let comment): Self.append(comment, to: &result)
        case .unread(let thing): JSONWriter.text("thing", thing.text, to: &result)
        case .liveShare(let query, let audience):
            JSONWriter.text("query", query, to: &result)
            JSONWriter.next(&result)
            JSONWriter.text("audience", audience, to: &result)
        }
        result += "}".utf8
    }

    /// The bytes after the last entry.
    package var closing: [UInt8] { Array((section == nil ? "}\n" : "\n]}\n").utf8) }

    private static func append(_ entry: CollectionEntry, to result: inout [UInt8]) {
        JSONWriter.text("name", entry.name, to: &result)
        JSONWriter.next(&result)
        JSONWriter.text("description", entry.description, to: &result)
        JSONWriter.next(&result)
        if let query = entry.query {
            JSONWriter.text("query", query, to: &result)
        } else {
            JSONWriter.list("members", entry.members.map(\.text), to: &result)
        }
    }

    private static func append(_ entry: CommentEntry, to result: inout [UInt8]) {
        JSONWriter.text("reference", entry.reference.text, to: &result)
        JSONWriter.next(&result)
        JSONWriter.text("thing", entry.thing.text, to: &result)
        JSONWriter.next(&result)
        JSONWriter.text("text", entry.text, to: &result)
        JSONWriter.next(&result)
        JSONWriter.text("at", Timestamps.format(entry.at), to: &result)
        guard case .named(let parent)? = entry.parent else { return }
        JSONWriter.next(&result)
        JSONWriter.text("in_reply_to", parent.text, to: &result)
    }
}

extension Followed {
    /// The target of a follow, as written in a file.
    fileprivate var words: String {
        switch self {
        case .person(let person): return person.text
        case .tag(let name), .search(let name): return name
        case .thing(let reference): return reference.text
        }
    }
}
