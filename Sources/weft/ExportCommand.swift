import API
import ArgumentParser
import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft export`: what is kept for another program, or for a friend without this one.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export your things to a file.",
        discussion: """
            weft-bundle contains everything, with photos and videos, for another Weft; json the \
            same without files. html, atom and jsonfeed export links for browsers and feed \
            readers, pinboard and xbel for bookmark programs, md and org for notes, bibtex, ris \
            and csljson for bibliographies; csv is a table of one kind, without the contents of \
            outfits and closets. An existing file is replaced only once the new one is complete; a \
            FIFO or device is written to directly.
            """)

    @Argument(help: "Only things that match this search.")
    var query: [String] = []

    @Option(
        name: [.customShort("F"), .long],
        help: ArgumentHelp(
            "html (browsers), weft-bundle, json, csv, atom, jsonfeed, pinboard, xbel, md, org, "
                + "bibtex, ris or csljson.",
            valueName: "format"))
    var format = "html"

    @Option(
        help: ArgumentHelp(
            "Only things of this kind: link, garment and so on; any for all.", valueName: "kind"))
    var type: String?

    @Option(
        help: ArgumentHelp(
            "One thing, as a page for someone without weft.", valueName: "ref"))
    var page: String?

    @Option(
        name: [.customShort("o"), .long],
        help: "Output file, or - for standard output if that is not a terminal.")
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "Only what this audience sees: friends, public, group:NAME or @NAME.",
            valueName: "who"))
    var audience: String?

    @Option(
        help: ArgumentHelp(
            "Put links into folders, for browsers: tags uses tags with a /, collections uses "
                + "collections.", valueName: "tags|collections"))
    var folders: String?

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard (ExportRequest.formats + [Archive.format]).contains(format) else {
            throw ValidationError(
                "-F takes html, weft-bundle, json, csv, atom, jsonfeed, pinboard, xbel, md, org, "
                    + "bibtex, ris or csljson.")
        }
        if let folders {
            guard ExportRequest.Folders(rawValue: folders) != nil else {
                throw ValidationError("--folders takes tags or collections.")
            }
            guard format == "html" else {
                throw ValidationError("--folders needs -F html.")
            }
        }
        let isBound = !query.isEmpty || type != nil || audience != nil || folders != nil
        if page != nil, isBound || format != "html" {
            throw ValidationError("--page exports one thing and allows only -o.")
        }
    }

    func run() throws {
        let talk = options.output
        if let failure = Self.failure(writingTo: output, isTerminal: isatty(STDOUT_FILENO) == 1) {
            throw failure
        }
        let client = try options.client()
        let query = query.joined(separator: " ")
        var call = Call(
            ExportFile(
                format: format == Archive.format ? "json" : format,
                matching: query.isEmpty ? nil : query, type: type,
                audience: try AudienceText.checked(audience, of: "--audience"), folders: folders))
        if let page { call = Call(ShowPage(page)) }
        call.accept = "*/*"
        call.patience = nil
        guard output != "-" else {
            try write(call, client) { talk.raw($0) }?.check()
            return
        }
        let file = try NewFile(output)
        let progress = ProgressBar(talk, in: .bytes)
        let archive = try write(call, client) { bytes in
            try file.append(bytes)
            progress.show(done: file.bytesWritten, of: nil)
        }
        progress.clear()
        try file.finish()
        if talk.form == .json {
            let path = VersionedJSON.quoted(output)
            talk.json(Array("{\"file\":\(path),\"bytes\":\(file.bytesWritten)}".utf8))
        }
        talk.say("\("✓", .good) \(output), \(file.bytesWritten) bytes")
        try archive?.check()
        guard page == nil, !["atom", "jsonfeed", "xbel", "md", "org"].contains(format) else {
            return
        }
        talk.next("import it elsewhere", "weft import \(ShellText.quoted(output))")
    }

    /// The failure for an export to a terminal, which would obey what others have written; nil where it
    /// may go.
    static func failure(writingTo output: String, isTerminal: Bool) -> Failure? {
        guard output == "-", isTerminal else { return nil }
        return Failure(
            .usage, "an export is not written to a terminal, which would run control codes in it",
            fix: "write to a file with -o FILE, or use a pager: weft export … | less")
    }

    /// - Returns: the archive, if it is one.
    private func write(
        _ call: Call, _ client: Client, to sink: @escaping @Sendable ([UInt8]) throws -> Void
    ) throws -> ArchiveExport? {
        guard format == Archive.format else {
            _ = try client.send(call, sink: sink)
            return nil
        }
        var archive = ArchiveExport(client, options.output, write: sink)
        try archive.run(call)
        archive.tell()
        return archive
    }
}
