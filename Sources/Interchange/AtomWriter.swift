import CRDT
package import Domain

/// Writes an Atom feed: a thing is an entry, named for ever by its author and its id.
///
/// - What is said of it is text, never markup: a title that looks like a program stays a title.
/// - Source: RFC 4287; paging by `next`, RFC 5005 section 3.
package enum AtomWriter {
    /// What comes before the first entry.
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

    /// Puts `thing` behind `bytes`.
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
        // Without an address an entry has to have content; with one it may.
        if address == nil || !thing.note.isEmpty {
            bytes += "<content type=\"text\">".utf8
            XMLText.escape(thing.note, to: &bytes)
            bytes += "</content>\n".utf8
        }
        bytes += "</entry>\n".utf8
    }

    /// What comes after the last entry.
    package static let closing = Array("</feed>\n".utf8)

    private static func element(_ name: String, _ text: String, to bytes: inout [UInt8]) {
        XMLText.element(name, text: text, to: &bytes)
    }

    private static func link(_ relation: String, _ address: String, to bytes: inout [UInt8]) {
        XMLText.element("link", ["rel": relation, "href": address], to: &bytes)
    }
}

extension Bookmark {
    /// Its name in a feed, for ever.
    var urn: String { "urn:weft:thing:\(author.person.text):\(id.text)" }

    /// Whose it is; who has no name here is called by the beginning of his id.
    var authorName: String {
        author.name.isEmpty ? String(author.person.text.prefix(8)) : author.name
    }
}
