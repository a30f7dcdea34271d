package import Domain

/// The things to export, and their form: the words of `ExportFile`, read.
package struct ExportRequest: Equatable, Sendable {
    /// The formats that `format=` takes.
    package static let formats = ["html", "json", "csv", "atom", "jsonfeed"] + foreign
    /// Those that other programs have for links, and for nothing else.
    private static let foreign = [
        "pinboard", "xbel", "md", "org", "bibtex", "ris", "csljson",
    ]

    /// One of `formats`, if it is known.
    package var format: String
    /// A search; empty means everything.
    package var query: String
    /// Only of this kind; nil for all.
    package var kind: Kind?
    /// Only what this audience may see; nil means no such bound. Of a group, what is in it.
    package var audience: Audience?

    /// The source of the folders of a file for browsers; nil for a list without.
    package var folders: Folders?

    /// The source of folders.
    package enum Folders: String, CaseIterable, Sendable {
        case tags, collections
    }

    /// Reads the words; what is absent takes its default.
    package init(_ words: ExportFile) throws(ProblemJSON) {
        format = words.format ?? "html"
        query = words.q ?? ""
        let typed = words.type
        // A file of everything is ours alone; other programs know links.
        kind =
            typed == "any" ? nil : try ParameterWord.kind(typed) ?? (format == "json" ? nil : .link)
        let isOfLinks =
            format == "html"
            || (Self.foreign.contains(format) && !(format == "bibtex" && kind == .paper))
        if kind != .link, isOfLinks || (kind == nil && format == "csv") {
            throw ProblemJSON(
                .invalidValue,
                isOfLinks ? "\(format) is for links only" : "a table contains one kind of things",
                fix: isOfLinks ? "format=json" : "type=garment, or format=json")
        }
        audience = try ParameterWord.audience(words.audience, at: "")
        folders = try Self.folders(words.folders, format, audience)
    }

    private static func folders(
        _ word: String?, _ format: String, _ audience: Audience?
    ) throws(ProblemJSON) -> Folders? {
        guard let word else { return nil }
        guard let folders = Folders(rawValue: word) else {
            throw ProblemJSON(
                .invalidValue, "folders is \(word.prefix(80))",
                fix: "one of " + Folders.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard format == "html" else {
            throw ProblemJSON(
                .invalidValue, "a file of \(format) has no folders", fix: "format=html")
        }
        guard folders == .tags || audience == nil || audience == .private else {
            throw ProblemJSON(
                .invalidValue, "collections are private and cannot be exported for an audience",
                fix: "folders=tags, or leave the audience out")
        }
        return folders
    }

    /// Everything there is, for its own person.
    package var isWhole: Bool {
        query.isEmpty && kind == nil && (audience == nil || audience == .private)
    }

    /// The thing as the audience may see it, nil if it may not; one's own devices see everything.
    ///
    /// The link as the audience of the export may see it, nil if it may not: an export for some says neither where else
    /// a link is nor what its author is called here.
    package func shown(_ bookmark: Bookmark) -> Bookmark? {
        guard let audience, audience != .private else { return bookmark }
        // What is public friends see as well; a group is no wider than either.
        let seen = bookmark.placement.filter { place in
            audience.kind == nil ? place == audience : place.kind != nil && place >= audience
        }
        guard !seen.isEmpty else { return nil }
        var shown = bookmark
        shown.placement = seen
        shown.isUnread = false
        if seen.allSatisfy({ $0.kind != nil }) {
            shown.details.removeAll { bookmark.kind.form(of: $0.name)?.isPersonal ?? false }
        }
        if !shown.author.isMe {
            shown.author = Author(person: shown.author.person, name: "", isMe: false)
        }
        return shown
    }
}
