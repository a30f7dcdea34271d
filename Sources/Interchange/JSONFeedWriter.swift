import CRDT
package import Domain

/// Writes a JSON Feed: a thing is an item, permanently identified by its author and its id, and its content is text.
/// - Source: JSON Feed 1.1 (jsonfeed.org/version/1.1).
package enum JSONFeedWriter {
    /// Returns the bytes before the first item.
    package static func opening(_ head: FeedHead) -> [UInt8] {
        var bytes = Array("{\"version\": \"https://jsonfeed.org/version/1.1\"".utf8)
        member("title", head.title, to: &bytes)
        if let url = head.url { member("feed_url", url, to: &bytes) }
        if let next = head.next { member("next_url", next, to: &bytes) }
        bytes += ",\n \"items\": [".utf8
        return bytes
    }

    /// Appends `thing` to `bytes`.
    package static func append(_ thing: Bookmark, isFirst: Bool, to bytes: inout [UInt8]) {
        bytes += ((isFirst ? "\n" : ",\n") + "{\"id\": ").utf8
        JSONString.append(thing.urn, to: &bytes)
        if let address = FeedAddress.iri(thing.url) { member("url", address, to: &bytes) }
        member("title", thing.title.isEmpty ? thing.url : thing.title, to: &bytes)
        member("content_text", thing.note, to: &bytes)
        member("date_published", Timestamps.format(thing.added), to: &bytes)
        member("date_modified", Timestamps.format(thing.updated), to: &bytes)
        bytes += ", \"authors\": [{\"name\": ".utf8
        JSONString.append(thing.authorName, to: &bytes)
        bytes += "}], \"tags\": [".utf8
        for (index, tag) in thing.tags.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            JSONString.append(tag, to: &bytes)
        }
        bytes += "]}".utf8
    }

    /// The bytes after the last item.
    package static let closing = Array("\n]}\n".utf8)

    private static func member(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        bytes += ", \"\(name)\": ".utf8
        JSONString.append(value, to: &bytes)
    }
}
