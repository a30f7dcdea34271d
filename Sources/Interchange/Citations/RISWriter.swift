import Domain

/// Writes RIS, which Zotero, EndNote, Mendeley and Citavi read: a page is `ELEC`, lines end in CR LF.
///
///     TY  - ELEC
///     ID  - weft-01JD…
///     TI  - The Loom
///     UR  - https://a.example/
///     KW  - craft
///     N1  - a note
///     Y2  - 2024/05/01
///     U1  - weft {"added": "2024-05-01T10:20:30.123Z"}
///     ER  -
///
/// RIS has no field for the time of saving, so it is in a user field, with everything else that would not be read back
/// exactly (`ExactFields`). The size, the audiences and the unread state are not written.
enum RISWriter {
    /// Appends the link to `bytes`.
    static func append(_ link: Bookmark, to bytes: inout [UInt8]) {
        var exact = ExactFields()
        let added = Timestamps.format(link.added)
        exact.added = RawText(added)
        if CitedWork.url(RawText(link.url))?.bytes != Array(link.url.utf8)
            || link.url.utf8.contains(where: { $0 < 0x20 })
        {
            exact.url = RawText(link.url)
        }
        if !isOneLine(link.title) { exact.title = RawText(link.title) }
        if !RISReader.holds(link.note) { exact.note = RawText(link.note) }
        let isList = link.tags.count == 1 && link.tags[0].utf8.contains { ",;".utf8.contains($0) }
        if isList || !link.tags.allSatisfy(isOneLine) { exact.tags = link.tags.map { RawText($0) } }

        field("TY", "ELEC", to: &bytes)
        field("ID", CitationKey.of(link), to: &bytes)
        if !link.title.isEmpty { field("TI", flat(link.title), to: &bytes) }
        field("UR", flat(link.url), to: &bytes)
        for tag in link.tags { field("KW", flat(tag), to: &bytes) }
        if !link.note.isEmpty { note(link.note, to: &bytes) }
        field("Y2", added.prefix(10).replacing("-", with: "/"), to: &bytes)
        bytes += "U1  - ".utf8 + RISReader.mark + exact.bytes + [0x0D, 0x0A]
        field("ER", "", to: &bytes)
        bytes += [0x0D, 0x0A]
    }

    private static func field(_ tag: String, _ value: some StringProtocol, to bytes: inout [UInt8])
    {
        bytes += "\(tag)  - \(value)\r\n".utf8
    }

    // A line that looks like a field is indented by a space.
    private static func note(_ text: String, to bytes: inout [UInt8]) {
        bytes += "N1  - ".utf8
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let line = line.filter { $0 != 0x0D }
            if number > 0, RISReader.isField(line) { bytes.append(0x20) }
            bytes += line + [0x0D, 0x0A]
        }
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.utf8.contains { $0 < 0x20 } && text.utf8.elementsEqual(text.utf8.trimmed)
    }

    // Replaces line ends and control characters by spaces.
    private static func flat(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }
}
