package import Domain

/// Writes one thing as a page for people without the program: a single HTML file with embedded pictures that loads
/// nothing, and with the metadata for link previews (The Open Graph protocol, ogp.me).
///
/// Personal details such as days of wear, and this person's names for others, are left out, because the recipient need
/// not be a friend.
package enum PageWriter {
    /// Returns the page of `thing`.
    ///
    /// - Parameters:
    ///   - pictures: its pictures, in order.
    ///   - missing: the number of further pictures that are not in the page.
    package static func page(
        of thing: Bookmark, with pictures: [EmbeddedPicture] = [], missing: Int = 0
    ) -> [UInt8] {
        let name = thing.title.isEmpty ? thing.url : thing.title
        var bytes = Array(opening.utf8)
        XMLText.element("title", text: name, to: &bytes)
        meta("og:type", thing.kind.descriptor.previewType, to: &bytes)
        meta("og:title", name, to: &bytes)
        meta("og:description", description(of: thing), to: &bytes)
        meta("og:site_name", "Weft", to: &bytes)
        let link = isOpened(thing.url) ? thing.url : nil
        if let link { meta("og:url", link, to: &bytes) }
        bytes += style.utf8
        XMLText.element("h1", text: name, to: &bytes)
        if let link {
            XMLText.element("p", [:], to: &bytes) { bytes in
                XMLText.open("a", ["href": link, "rel": "noreferrer"], to: &bytes)
                XMLText.escape(link, to: &bytes)
                bytes += "</a>".utf8
            }
        } else if !thing.url.isEmpty, thing.url != name {
            XMLText.element("p", text: thing.url, to: &bytes)
        }
        show(pictures, of: name, missing: missing, in: &bytes)
        if !thing.note.isEmpty {
            bytes += "<p class=\"note\">".utf8
            // Written line by line, because the reference for a line end in an attribute is none in text.
            for (index, line) in thing.note.split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline
            ).enumerated() {
                if index > 0 { bytes += "<br>\n".utf8 }
                XMLText.escape(String(line), to: &bytes)
            }
            bytes += "</p>\n".utf8
        }
        table(shown(thing), to: &bytes)
        bytes += "</body>\n</html>\n".utf8
        return bytes
    }

    private static func show(
        _ pictures: [EmbeddedPicture], of name: String, missing: Int, in bytes: inout [UInt8]
    ) {
        for picture in pictures {
            XMLText.element("p", [:], to: &bytes) { bytes in
                XMLText.open("img", ["src": picture.address, "alt": name], to: &bytes)
            }
        }
        guard missing > 0 else { return }
        let count = Counted.words(missing, pictures.isEmpty ? "picture" : "more picture")
        XMLText.element("p", text: "It has \(count), not in this page.", to: &bytes)
    }

    private static func shown(_ thing: Bookmark) -> [(name: String, value: String)] {
        var rows = thing.details.compactMap { detail -> (name: String, value: String)? in
            guard let form = thing.kind.form(of: detail.name), !form.isPersonal,
                form.value.isTyped, form.value != .place, !form.value.isFile
            else { return nil }
            return (detail.name.word, detail.values.joined(separator: ", "))
        }
        if !thing.tags.isEmpty {
            rows.append(("tags", thing.tags.map { "#" + $0 }.joined(separator: " ")))
        }
        if thing.author.isMe { rows.append(("from", thing.author.name)) }
        return rows
    }

    private static func table(
        _ rows: [(name: String, value: String)], to bytes: inout [UInt8]
    ) {
        guard !rows.isEmpty else { return }
        XMLText.element("dl", [:], to: &bytes) { bytes in
            for row in rows {
                XMLText.element("dt", text: row.name, to: &bytes)
                XMLText.element("dd", text: row.value, to: &bytes)
            }
        }
    }

    // Whether the address becomes a link that a browser follows; `file:` is left out because it leads nowhere on
    // another computer. Schemes that run code are never stored.
    private static func isOpened(_ url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme != "file" && BookmarkRules.schemes.contains(scheme)
    }

    private static func description(of thing: Bookmark) -> String {
        guard thing.note.isEmpty else { return String(thing.note.prefix(200)) }
        return shown(thing).filter { $0.name != "from" }.map(\.value).joined(separator: " · ")
    }

    private static func meta(_ name: String, _ content: String, to bytes: inout [UInt8]) {
        guard !content.isEmpty else { return }
        XMLText.open("meta", ["property": name, "content": content], to: &bytes)
    }

    private static let opening = """
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">

        """

    private static let style = """
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; \
        padding: 0 1rem; overflow-wrap: anywhere; color-scheme: light dark }
        dt { font-weight: bold }
        img { max-width: 100% }
        </style>
        </head>
        <body>

        """
}
