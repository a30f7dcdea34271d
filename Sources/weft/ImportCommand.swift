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
        commandName: "import", abstract: "Take in bookmarks from another program's file.",
        discussion: "What the file does not mark as shared is private here. undo takes it all back."
    )

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(help: "Its format, if it is not recognised.")
    var format: String?

    @Option(help: ArgumentHelp("Who sees it: private, friends or public.", valueName: "who"))
    var audience: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on all.", valueName: "tags"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("What to do with links that are here.", valueName: "skip|merge"))
    var onDup: String?

    @Option(
        help: ArgumentHelp(
            "What becomes of folders: tags, collections or ignore.", valueName: "way"))
    var folders: String?

    @Flag(name: [.customShort("n"), .long], help: "Only say what would be kept.")
    var dryRun = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if let onDup, DuplicatePolicy(rawValue: onDup) == nil {
            throw ValidationError("--on-dup takes skip or merge.")
        }
        if let folders, ImportRequest.Folders(rawValue: folders) == nil {
            throw ValidationError("--folders takes tags, collections or ignore.")
        }
    }

    func run() throws {
        let output = options.output
        let client = try options.client()
        let path = Call.target(
            "/v1/import",
            [
                ("format", format), ("audience", try AudienceWord.checked(audience)),
                ("on_dup", onDup), ("dry_run", dryRun ? "true" : nil),
                ("folders", folders),
                ("file_name", file == "-" ? nil : file.split(separator: "/").last.map(String.init)),
            ] + TagList.parted(tag).map { ("tag", $0) })
        var call = Call.post(path, try InputFile.bytes(file))
        call.contentType = "application/octet-stream"
        var reply = try client.send(call)
        var job = try Reading.decode(ImportJobJSON.self, from: reply)
        let progress = ProgressBar(output)
        var pause: useconds_t = 20_000
        while job.state == "running" {
            usleep(pause)
            pause = min(pause * 2, 500_000)
            reply = try client.send(.get("/v1/jobs/\(Call.escaped(job.id))"))
            job = try Reading.decode(ImportJobJSON.self, from: reply)
            progress.show(done: job.added + job.merged + job.skipped + job.refused, of: job.total)
        }
        progress.clear()
        try report(job, reply, output)
    }

    private func report(_ job: ImportJobJSON, _ reply: Reply, _ output: Output) throws {
        if output.form == .json { output.json(reply.body) }
        let verb: Shown = job.dryRun ? "would be added" : "added"
        if output.form != .json {
            output.line(
                """
                \(job.added) \(verb), \(job.merged) merged, \(job.skipped) skipped, \
                \(job.refused) refused
                """
            )
            for refusal in job.refusals.prefix(10) {
                let place: Shown = refusal.line.map { "line \($0): " } ?? ""
                output.complain("  \(place)\(refusal.detail)")
            }
        }
        if job.state != "done" {
            throw Failure(
                ExitCode(problemCode: job.problem?.code, status: job.problem?.status ?? 500),
                job.problem?.detail ?? "the import ended early",
                fix: job.problem?.fix ?? "", problem: job.problem?.code)
        }
        if let act = job.act { output.next("take it all back", "weft undo \(act)") }
        if !job.dryRun { output.next("what came", "weft tag ls") }
        guard job.refused == 0 else {
            throw Failure(
                .partial, "\(job.refused) links of the file were not kept",
                fix: "correct them and import the file again; nothing is added twice")
        }
        // What is told and is no entry: the file ends too early.
        if let end = job.refusals.last {
            throw Failure(
                .partial, end.detail, fix: "import the whole file; nothing is added twice")
        }
    }
}

/// A file that a person named, or what comes in at standard input.
enum InputFile {
    /// The longest file that a node takes.
    private static let bytesMax = 256 << 20

    static func bytes(_ name: String) throws(Failure) -> [UInt8] {
        let file = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw Failure(
                errno == ENOENT ? .notFound : .failure,
                "\(name) cannot be read: \(String(cString: strerror(errno)))",
                fix: "give the path of a file, or - for standard input")
        }
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let got = read(file, &part, part.count)
            guard got > 0 else {
                if got == 0 { return bytes }
                throw Failure(
                    .failure, "\(name) cannot be read: \(String(cString: strerror(errno)))")
            }
            bytes += part.prefix(got)
            guard bytes.count <= bytesMax else {
                throw Failure(
                    .usage, "\(name) is longer than \(bytesMax >> 20) MiB",
                    fix: "split it and import the parts")
            }
        }
    }
}
