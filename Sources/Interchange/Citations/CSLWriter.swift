import Domain

/// Writes CSL JSON, which Zotero and Pandoc read: each link is a `webpage`, one on a line.
///
///     {"id": "weft-01JD…", "type": "webpage", "title": "The Loom", "URL": "https://a.example/",
///      "note": "…", "keyword": "craft, looms", "accessed": {"date-parts": [[2024, 5, 1]]},
///      "custom": {"weft": {"added": "2024-05-01T10:20:30.123Z"}}}
///
/// `custom` is the place in CSL for what it has no member for: the time of saving, and tags with a comma
/// (`ExactFields`). The size, the audiences and the unread state are left out.
enum CSLWriter {
    static let opening = Array("[".utf8)
    static let closing = Array("\n]\n".utf8)

    /// Appends the link to `bytes`.
    static func append(_ link: Bookmark, isFirst: Bool, to bytes: inout [UInt8]) {
        let added = Timestamps.format(link.added)
        var exact = ExactFields()
        exact.added = RawText(added)
        if CitedWork.url(RawText(link.url))?.bytes != Array(link.url.utf8) {
            exact.url = RawText(link.url)
        }
        let keyword = link.tags.joined(separator: ", ")
        var read = CitedWork(line: 1)
        read.addTags(RawText(keyword), partedBy: [UInt8(ascii: ","), UInt8(ascii: ";")])
        if read.tags != link.tags.map({ RawText($0) }) {
            exact.tags = link.tags.map { RawText($0) }
        }
        if link.note.utf8.allSatisfy({ $0 <= 0x20 }), !link.note.isEmpty {
            exact.note = RawText(link.note)
        }

        bytes += (isFirst ? "\n{" : ",\n{").utf8
        JSONWriter.text("id", CitationKey.of(link), to: &bytes)
        bytes += ", \"type\": \"webpage\", ".utf8
        if !link.title.isEmpty {
            JSONWriter.text("title", link.title, to: &bytes)
            JSONWriter.next(&bytes)
        }
        JSONWriter.text("URL", link.url, to: &bytes)
        if !link.note.isEmpty {
            JSONWriter.next(&bytes)
            JSONWriter.text("note", link.note, to: &bytes)
        }
        if !link.tags.isEmpty {
            JSONWriter.next(&bytes)
            JSONWriter.text("keyword", keyword, to: &bytes)
        }
        let day = added.prefix(10).split(separator: "-").compactMap { Int($0) }
        let parts = day.map(String.init).joined(separator: ", ")
        bytes += ", \"accessed\": {\"date-parts\": [[\(parts)]]}".utf8
        bytes += ", \"custom\": {\"\(ExactFields.name)\": ".utf8
        bytes += exact.bytes
        bytes += "}}".utf8
    }
}
