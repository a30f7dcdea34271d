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
        commandName: "restore", abstract: "Bring a profile back from a backup.",
        discussion: "The node must be down. What friends shared since the backup comes from them again; what you kept since is not in it.")

    @Argument(help: "The file that weft backup wrote.", completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: "Do not ask before a profile is replaced.")
    var force = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let path = try AbsolutePath.of(file)
        guard access(path, R_OK) == 0 else {
            throw Failure(
                errno == ENOENT ? .notFound : .failure,
                "\(file) cannot be read: \(String(cString: strerror(errno)))",
                fix: "give the file that weft backup wrote")
        }
        let profile = try options.chosenProfile()
        let summary = try asFailure {
            try profile.prepare()
            let lock = try ProfileLock(profile)
            if try Keystore.exists(in: profile) {
                try Question.confirm(
                    "Replace the profile \(profile.name) in \(profile.dataDirectory)?",
                    isForced: force, options)
            }
            return try NodeProcess.restore(from: path, into: profile, lock: lock)
        }
        if output.form == .json {
            output.json(Array("{\"summary\":\(VersionedJSON.quoted(summary))}".utf8))
        }
        output.say("\("✓", .good) \(summary)")
        output.next("start your node", "weft up")
    }
}
