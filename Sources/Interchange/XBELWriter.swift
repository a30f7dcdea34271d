import Domain

/// Writes XBEL, which buku, floccus, Konqueror and others read.
///
/// - What the format cannot express, tags and audiences, is in `metadata`, which other programs ignore.
/// - `id` is a number, as in floccus. There is no DOCTYPE, so that no reader fetches one.
/// - Source: XML Bookmark Exchange Language 1.0 (pyxml.sourceforge.net/topics/xbel).
enum XBELWriter {
    static let opening = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xbel version="1.0">

        """.utf8)

    static let closing = Array("</xbel>\n".utf8)

    /// Appends the link to `bytes` with this number.
    static func append(_ link: Bookmark, number: Int, to bytes: inout [UInt8]) {
        let attributes: KeyValuePairs = [
            "href": link.url, "id": String(number), "added": Timestamps.format(link.added),
            "modified": Timestamps.format(link.updated),
        ]
        XMLText.element("bookmark", attributes, to: &bytes) { bytes in
            let title = link.title.isEmpty ? link.url : link.title
            XMLText.element("title", text: title, to: &bytes)
            if !link.tags.isEmpty || !link.placement.isEmpty {
                XMLText.element("info", [:], to: &bytes) { bytes in
                    XMLText.element("metadata", ["owner": "weft"], to: &bytes) { bytes in
                        for tag in link.tags { XMLText.element("tag", text: tag, to: &bytes) }
                        for audience in link.placement {
                            XMLText.element("audience", text: audience.name, to: &bytes)
                        }
                    }
                }
            }
            if !link.note.isEmpty { XMLText.element("desc", text: link.note, to: &bytes) }
        }
    }
}
