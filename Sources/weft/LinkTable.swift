import API
import Domain

/// Links for people: one line each, or everything about one.
enum LinkTable {
    /// The line that follows `✓` after a link was kept.
    static func line(_ link: BookmarkJSON) -> TerminalText { ThingTable.line(row(link)) }

    /// Every field on a line of its own.
    static func details(_ link: BookmarkJSON) -> [TerminalText] {
        var table = Table()
        func add(_ name: String, _ value: TerminalText) {
            if !value.plain.isEmpty { table.add(["\(name, .faint)", value]) }
        }
        add("id", "\(link.id)")
        add("url", "\(link.url)")
        if link.canonicalURL != link.url { add("same as", "\(link.canonicalURL)") }
        add("title", "\(link.title, .strong)")
        add("tags", ThingTable.tags(link.tags))
        add("visible to", ThingTable.placement(link.placement))
        add("author", "\(AuthorLabel.shown(link.author))")
        add("reactions", ReactionSummary.shown(link.reactions))
        add("size", "\(link.size)")
        if let picture = link.thumbnail.flatMap({ BlobReference($0) }) {
            add("thumbnail", "\(picture.type.rawValue), \(bytes(picture))")
        }
        let pages = link.snapshots.compactMap { BlobReference($0) }
        for (index, page) in pages.enumerated() {
            add(pages.count == 1 ? "snapshot" : "snapshot \(index + 1)", "\(bytes(page))")
        }
        if link.unread { add("unread", "yes") }
        if link.trashed { add("in the trash", ThingTable.inTrash(link.lateChange)) }
        add("added", "\(TimeText.shown(link.createdAt))")
        add("changed", "\(TimeText.shown(link.updatedAt))")
        return table.aligned(width: nil) + ThingTable.note(link.note)
            + ThingTable.conflicts(link.conflicts)
    }

    private static func bytes(_ file: BlobReference) -> String {
        ByteCount.shown(UInt64(file.size))
    }

    static func row(_ link: BookmarkJSON) -> [TerminalText] {
        let title = link.title.isEmpty ? link.url : link.title
        return [
            "\(link.shortID, .faint)", "\(title)", ThingTable.tags(link.tags),
            ThingTable.placement(link.placement), ThingTable.whose(link.author),
        ]
    }

    /// Programs that cut columns want the address as well, and each column always.
    static func plainRow(_ link: BookmarkJSON) -> [TerminalText] {
        [
            "\(link.id)", "\(link.url)", "\(link.title)",
            "\(link.tags.joined(separator: ","))", ThingTable.placement(link.placement),
            "\(AuthorLabel.shown(link.author))",
        ]
    }
}
