import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft restore`: a profile out of a backup.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a profile from a backup.",
        discussion: """
            Stop the node first. Shares by friends since the backup sync again; your own additions \
            since then are not in it. Existing data in the profile is moved aside, never deleted.
            """)

    @Argument(help: "The file from weft backup.", completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: "Move existing data aside without asking.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let path = try AbsolutePath.of(file)
        guard access(path, R_OK) == 0 else {
            throw Failure(
                errno == ENOENT ? .notFound : .failure,
                "cannot read \(file): \(String(cString: strerror(errno)))",
                fix: "pass the file that weft backup wrote")
        }
        let profile = try options.chosenProfile()
        let outcome = try asFailure {
            try profile.prepare()
            let lock = try ProfileLock(profile)
            let isReplacing = try mayReplace(profile)
            let total = FileSize.of(path)
            return try ProgressBar(output, in: .bytes).watch({
                Restore.copiedBytes(of: profile).map { ($0, total) }
            }) {
                try NodeProcess.restore(
                    from: path, into: profile, lock: lock, isReplacing: isReplacing)
            }
        }
        if output.form == .json {
            let aside = outcome.aside.map { ",\"aside\":\(VersionedJSON.quoted($0))" } ?? ""
            let summary = VersionedJSON.quoted(outcome.summary)
            output.json(Array("{\"summary\":\(summary)\(aside)}".utf8))
        }
        output.say("\("✓", .good) \(outcome.summary)")
        if let aside = outcome.aside, output.form != .json {
            output.complain("  previous data: \(aside)")
        }
        output.next("start your node", "weft up")
    }

    /// Asks whether data may be replaced. Without a terminal the restore itself refuses and says what to type.
    private func mayReplace(_ profile: Profile) throws(Failure) -> Bool {
        guard !force, Restore.finds(profile), Question.isPossible(options) else { return force }
        try Question.confirm(
            "Move the data in \(profile.dataDirectory) aside and restore the backup there?",
            isForced: false, options)
        return true
    }
}
