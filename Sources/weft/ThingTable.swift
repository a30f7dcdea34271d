import API

/// Things of every kind for people: one line each, or everything about one.
enum ThingTable {
    /// Says of a thing in the trash who changed it without knowing that it was removed.
    static func inTrash(_ change: LateChangeJSON?) -> TerminalText {
        guard let change else { return "yes" }
        return
            "yes; edited on \(change.device, .strong) \(TimeText.shown(change.at)), after it was "
            + "removed"
    }

    /// Short id, title or name, tags, where it is, whose it is.
    static func print(_ things: [ThingJSON], to output: Output) {
        var table = Table(elastic: 1)
        for thing in things {
            table.add(output.form == .plain ? plainRow(thing) : row(thing))
        }
        table.print(to: output)
    }

    /// Every field on a line of its own.
    static func details(_ thing: ThingJSON) -> [TerminalText] {
        switch thing {
        case .link(let link): return LinkTable.details(link)
        case .named(let thing): return NamedTable.details(thing)
        }
    }

    /// The cells that say something, in one line.
    static func line(_ row: [TerminalText]) -> TerminalText {
        row.filter { !$0.plain.isEmpty }
            .reduce(into: "" as TerminalText) { $0 = $0.plain.isEmpty ? $1 : $0 + "  " + $1 }
    }

    static func placement(_ placement: [String]) -> TerminalText {
        placement.isEmpty ? "private" : "\(placement.joined(separator: ", "), .good)"
    }

    static func tags(_ tags: [String]) -> TerminalText {
        tags.reduce(into: "" as TerminalText) { line, tag in
            line = line + (line.plain.isEmpty ? "" : " ") + "\("#" + tag, .tag)"
        }
    }

    /// The author of a thing of somebody else; empty for one's own.
    static func whose(_ author: AuthorJSON) -> TerminalText {
        author.me ? "" : "\(AuthorLabel.shown(author))"
    }

    static func conflicts(_ conflicts: [ConflictJSON]) -> [TerminalText] {
        conflicts.map { conflict in
            let at = TimeText.shown(conflict.at)
            return """
                \("conflict", .notable)  \(conflict.field): also "\(conflict.losingValue)" \
                (\(AuthorLabel.shown(conflict.by)), \(at))
                """
        }
    }

    static func note(_ note: String) -> [TerminalText] {
        note.isEmpty ? [] : ["\("note", .faint)"] + TerminalText.lines(of: note).map { "  " + $0 }
    }

    private static func row(_ thing: ThingJSON) -> [TerminalText] {
        switch thing {
        case .link(let link): return LinkTable.row(link)
        case .named(let thing): return NamedTable.row(thing)
        }
    }

    private static func plainRow(_ thing: ThingJSON) -> [TerminalText] {
        switch thing {
        case .link(let link): return LinkTable.plainRow(link)
        case .named(let thing): return NamedTable.plainRow(thing)
        }
    }
}

extension ThingJSON {
    var reactions: ReactionsJSON {
        switch self {
        case .link(let link): return link.reactions
        case .named(let thing): return thing.reactions
        }
    }

    var id: String {
        switch self {
        case .link(let link): return link.id
        case .named(let thing): return thing.id
        }
    }

    var shortID: String {
        switch self {
        case .link(let link): return link.shortID
        case .named(let thing): return thing.shortID
        }
    }

    /// Empty if it has none.
    var url: String {
        switch self {
        case .link(let link): return link.url
        case .named(let thing): return thing.url ?? ""
        }
    }

    var isTrashed: Bool {
        switch self {
        case .link(let link): return link.trashed
        case .named(let thing): return thing.trashed
        }
    }

    /// The command that settles a conflict; nil if there is none.
    var settling: String? {
        switch self {
        case .link(let link):
            return link.conflicts.isEmpty ? nil : "weft edit \(link.shortID) --title \"…\""
        case .named(let thing):
            guard let field = thing.conflicts.first?.field else { return nil }
            return "weft \(thing.type) edit \(thing.shortID) --\(field) \"…\""
        }
    }
}
