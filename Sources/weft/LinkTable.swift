import API

/// Links for people: one line each, or everything about one.
enum LinkTable {
    /// Short id, title, tags, where it is, whose it is.
    static func print(_ links: [BookmarkJSON], to output: Output) {
        var table = Table(elastic: 1)
        for link in links {
            table.add(output.form == .plain ? plainRow(link) : row(link))
        }
        table.print(to: output)
    }

    /// The line that follows `✓` after a link was kept.
    static func line(_ link: BookmarkJSON) -> Shown {
        row(link).filter { !$0.plain.isEmpty }
            .reduce(into: "" as Shown) { $0 = $0.plain.isEmpty ? $1 : $0 + "  " + $1 }
    }

    /// Every field on a line of its own.
    static func details(_ link: BookmarkJSON) -> [Shown] {
        var table = Table()
        func add(_ name: String, _ value: Shown) {
            if !value.plain.isEmpty { table.add(["\(name, .faint)", value]) }
        }
        add("id", "\(link.id)")
        add("url", "\(link.url)")
        if link.canonicalURL != link.url { add("same as", "\(link.canonicalURL)") }
        add("title", "\(link.title, .strong)")
        add("tags", tags(link))
        add("who sees it", placement(link))
        add("author", "\(AuthorWord.shown(link.author))")
        add("size", "\(link.size)")
        if link.unread { add("unread", "yes") }
        if link.trashed { add("in the trash", "yes") }
        add("added", "\(TimeWord.shown(link.createdAt))")
        add("changed", "\(TimeWord.shown(link.updatedAt))")
        var lines = table.aligned(width: nil)
        if !link.note.isEmpty {
            lines += ["\("note", .faint)"] + Shown.lines(of: link.note).map { "  " + $0 }
        }
        for conflict in link.conflicts {
            let losing = conflict.losingValue
            let at = TimeWord.shown(conflict.at)
            lines.append(
                "\("conflict", .notable)  \(conflict.field): also \"\(losing)\" (\(at))"
            )
        }
        return lines
    }

    static func placement(_ link: BookmarkJSON) -> Shown {
        link.placement.isEmpty ? "private" : "\(link.placement.joined(separator: ", "), .good)"
    }

    private static func row(_ link: BookmarkJSON) -> [Shown] {
        let title = link.title.isEmpty ? link.url : link.title
        let whose: Shown = link.author.me ? "" : "\(AuthorWord.shown(link.author))"
        return [
            "\(link.shortID, .faint)", "\(title)", tags(link), placement(link), whose,
        ]
    }

    /// Programs that cut columns want the address as well, and each column always.
    private static func plainRow(_ link: BookmarkJSON) -> [Shown] {
        [
            "\(link.id)", "\(link.url)", "\(link.title)",
            "\(link.tags.joined(separator: ","))", placement(link),
            "\(AuthorWord.shown(link.author))",
        ]
    }

    private static func tags(_ link: BookmarkJSON) -> Shown {
        link.tags.reduce(into: "" as Shown) { line, tag in
            line = line + (line.plain.isEmpty ? "" : " ") + "\("#" + tag, .tag)"
        }
    }
}
