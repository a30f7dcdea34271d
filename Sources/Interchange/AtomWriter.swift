import CRDT
package import Domain

/// Writes an Atom feed: a thing is an entry, permanently identified by its author and its id.
///
/// - All text is written as text, never as markup: a title that looks like a script stays a title.
/// - Source: RFC 4287; paging by `next`, RFC 5005 section 3.
package enum AtomWriter {
    /// Returns the bytes before the first entry.
    package static func opening(_ head: FeedHead) -> [UInt8] {
        var bytes = Array(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">

            """.utf8)
        element("title", head.title, to: &bytes)
        element("id", head.id, to: &bytes)
        element("updated", Timestamps.format(head.updated), to: &bytes)
        if let url = head.url { link("self", url, to: &bytes) }
        if let next = head.next { link("next", next, to: &bytes) }
        bytes += "<generator>weft</generator>\n".utf8
        return bytes
    }

    /// Appends `thing` to `bytes`.
    package static func append(_ thing: Bookmark, to bytes: inout [UInt8]) {
        bytes += "<entry>\n".utf8
        element("title", thing.title.isEmpty ? thing.url : thing.title, to: &bytes)
        element("id", thing.urn, to: &bytes)
        let address = FeedAddress.iri(thing.url)
        if let address { link("alternate", address, to: &bytes) }
        element("published", Timestamps.format(thing.added), to: &bytes)
        element("updated", Timestamps.format(thing.updated), to: &bytes)
        bytes += "<author>".utf8
        element("name", thing.authorName, to: &bytes)
        bytes += "</author>\n".utf8
        for tag in thing.tags { XMLText.element("category", ["term": tag], to: &bytes) }
        // An entry without an address must have content; one with an address may.
        if address == nil || !thing.note.isEmpty {
            bytes += "<content type=\"text\">".utf8
            XMLText.escape(thing.note, to: &bytes)
            bytes += "</content>\n".utf8
        }
        bytes += "</entry>\n".utf8
    }

    /// The bytes after the last entry.
    package static let closing = Array("</feed>\n".utf8)

    private static func element(_ name: String, _ text: String, to bytes: inout [UInt8]) {
        XMLText.element(name, text: text, to: &bytes)
    }

    private static func link(_ relation: String, _ address: String, to bytes: inout [UInt8]) {
        XMLText.element("link", ["rel": relation, "href": address], to: &bytes)
    }
}

extension Bookmark {
    /// The permanent name of the thing in a feed.
    var urn: String { "urn:weft:thing:\(author.person.text):\(id.text)" }

    /// The author's name; without one here, the beginning of their id.
    var authorName: String {
        author.name.isEmpty ? String(author.person.text.prefix(8)) : author.name
    }
}
