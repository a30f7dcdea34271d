import API
import ArgumentParser
import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft import`: links out of another program's file.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import bookmarks from a file of another program.",
        discussion: """
            Everything goes to your default audience (weft config, private at first), whatever the \
            file says; --audience overrides this. weft undo reverts an import.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(
        help:
            """
            html, firefox, chromium, pinboard, raindrop, pocket, instapaper, readwise, omnivore, \
            wallabag, karakeep, linkding, linkwarden, readeck, shiori, safari, xbel, zotero, \
            bibtex, ris, csljson, csv, urls, weft or weft-bundle (default: detected).
            """
    )
    var format: String?

    @Option(
        help: ArgumentHelp(
            "The audience: private, friends, public, group:NAME or @NAME; else as weft config "
                + "says, at first only you.", valueName: "who"))
    var audience: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Add these tags to every entry.", valueName: "tags")
    )
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "For links you already have: skip them, merge (fill in what is missing) or overwrite "
                + "(replace title, note and tags). Default: skip.",
            valueName: "skip|merge|overwrite"))
    var onDup: String?

    @Option(
        help: ArgumentHelp(
            "Turn folders into tags or collections, or ignore them (default: tags).",
            valueName: "way"))
    var folders: String?

    @Option(
        help: ArgumentHelp(
            "The kind that the works of a BibTeX file become: link or paper (default: link).",
            valueName: "kind"))
    var type: String?

    @Flag(name: [.customShort("n"), .long], help: "Dry run: only show what would be added.")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    /// Refusals, and warnings, that are shown; --json has more.
    private static let remarksMax = 10

    func validate() throws {
        if let onDup, DuplicatePolicy(rawValue: onDup) == nil {
            throw ValidationError("--on-dup takes skip, merge or overwrite.")
        }
        if let folders, ImportRequest.Folders(rawValue: folders) == nil {
            throw ValidationError("--folders takes tags, collections or ignore.")
        }
    }

    func run() throws {
        let output = options.output
        let client = try options.client()
        let audience = try AudienceText.checked(audience, of: "--audience")
        let archive = try opened()
        if let archive, !dryRun { try archive.putFiles(client, output) }
        var call = Call(
            ImportFile(
                format: archive == nil ? format : "weft",
                name: file == "-" ? nil : file.split(separator: "/").last.map(String.init),
                onDuplicate: onDup, dryRun: dryRun, audience: audience,
                tags: TagList.parted(tag), folders: folders, type: type))
        call.file = try archive?.upload() ?? UploadFile(input: file)
        var reply = try client.send(call)
        var job = try reply.decoded(as: ImportJobJSON.self)
        if audience == nil, job.audience != "private" {
            output.say("into \(job.audience), your default audience")
        }
        let progress = ProgressBar(output)
        var patience = PollingPause()
        let afterwards = dryRun ? nil : call.afterwards
        while job.state == "running" {
            Interruption.says(afterwards)
            guard patience.rest() else { break }
            (job, reply) = try client.send(ShowJob(job.id))
            progress.show(done: job.added + job.merged + job.skipped + job.refused, of: job.total)
        }
        progress.clear()
        archive?.tell(output)
        try report(job, reply, output)
        try archive?.check()
    }

    // An archive is found out by how it begins, whatever it is called.
    private func opened() throws -> ArchiveImport? {
        guard format == nil || format == Archive.format else { return nil }
        if file != "-", let archive = try ArchiveImport(file) { return archive }
        guard format == nil else {
            throw Failure(
                .usage, "\(file == "-" ? "standard input" : file) is not an archive file",
                fix: "weft import FILE; the format is detected without --format")
        }
        return nil
    }

    private func report(
        _ job: ImportJobJSON, _ reply: Reply, _ output: Output
    ) throws {
        if output.form == .json { output.json(reply.body) }
        let verb: TerminalText = job.dryRun ? "would be added" : "added"
        if output.form != .json {
            output.line(
                """
                \(job.added) \(verb), \(job.merged) merged, \(job.skipped) skipped, \
                \(job.refused) refused
                """
            )
            if job.highlights > 0 {
                output.line("  including \(Counted.words(job.highlights, "highlight"))")
            }
            for section in job.sections {
                output.line(
                    "  \(Self.words(section, verb: job.dryRun ? "would be added" : "added"))")
            }
            tell(job, output)
        }
        if job.state != "done" {
            throw Failure(
                ExitCode(problemCode: job.problem?.code, status: job.problem?.status ?? 500),
                job.problem?.detail ?? "the import stopped early",
                fix: job.problem?.fix ?? "", problem: job.problem?.code)
        }
        if let act = job.act { output.next("undo the import", "weft undo \(act)") }
        if !job.dryRun {
            let search = AudienceText.search(job.audience)
            output.next("list what was imported", search.map { "weft ls \($0)" } ?? "weft tag ls")
        }
        let refused = job.refused + job.sections.reduce(0) { $0 + $1.refused }
        guard refused == 0 else {
            let things =
                refused == job.refused
                ? Counted.words(refused, "thing")
                : "\(refused) \(refused == 1 ? "entry" : "entries")"
            throw Failure(
                .partial, "not imported: \(things)",
                fix: "correct the file and import it again; nothing is added twice")
        }
        // What is told and is no entry: the file ends too early.
        if let end = job.refusals.last {
            throw Failure(
                .partial, end.detail, fix: "import the whole file; nothing is added twice")
        }
    }

    // Such as `comments: 3 added, 1 already present`.
    private static func words(_ section: SectionCountJSON, verb: String) -> String {
        let parts = [
            (section.added, verb), (section.skipped, "already present"),
            (section.leftOut, "left out"), (section.refused, "refused"),
        ]
        let name = ExportSection(rawValue: section.section)?.plural ?? section.section
        return "\(name): "
            + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    /// Tells of single entries, as far as it fits a screen.
    private func tell(_ job: ImportJobJSON, _ output: Output) {
        let refusals = job.refusals.prefix(Self.remarksMax)
        for refusal in refusals {
            let place: TerminalText = refusal.line.map { "line \($0): " } ?? ""
            output.complain("  \(place)\(refusal.detail)")
        }
        if job.refused > refusals.count {
            output.complain("  and \(job.refused - refusals.count) more")
        }
        let warnings = job.warnings.prefix(Self.remarksMax)
        for warning in warnings { output.warn("line \(warning.line): \(warning.detail)") }
        if job.warned > warnings.count {
            output.complain("  and \(job.warned - warnings.count) more")
        }
        for notice in job.notices { output.warn("\(notice)") }
        guard job.leftOut > 0 else { return }
        let folders = Counted.words(job.leftOut, "smart folder")
        output.say("  left out: \(folders) of Firefox (searches, not links)")
    }
}

/// A file that a person named, or what comes in at standard input.
enum InputFile {
    /// The longest file that a node takes.
    static let bytesMax = 256 << 20

    static func bytes(_ name: String) throws(Failure) -> [UInt8] {
        let file = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(name, errno) }
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let got = read(file, &part, part.count)
            guard got > 0 else {
                if got == 0 { return bytes }
                throw unreadable(name, errno)
            }
            bytes += part.prefix(got)
            guard bytes.count <= bytesMax else { throw tooLong(name) }
        }
    }

    /// The failure for a longer one.
    static func tooLong(_ name: String) -> Failure {
        Failure(
            .usage, "\(name) is larger than \(bytesMax >> 20) MiB",
            fix: "split it and import the parts")
    }

    /// Returns the reason why it cannot be read, as the system says.
    static func unreadable(_ name: String, _ error: Int32) -> Failure {
        Failure(
            error == ENOENT ? .notFound : .failure,
            "\(name) cannot be read: \(String(cString: strerror(error)))",
            fix: "pass the path of a file, or - for standard input")
    }
}
