import API
import ArgumentParser
import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft backup`: the whole profile in one file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up everything to one file.",
        discussion:
            "The node can keep running. The file contains your keys; anyone with it can take over "
            + "your identity."
    )

    @Option(
        name: [.customShort("o"), .long], help: "The file to create.",
        completion: .file())
    var output: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let talk = options.output
        let client = try options.client()
        let profile = try options.chosenProfile()
        let path = try AbsolutePath.of(output)
        let reply = try FileOfNode.make(at: path, in: profile) { path in
            var call = Call(MakeBackup(to: path))
            call.patience = .seconds(3600)
            // The node copies its database first, and that is nearly all of the file.
            let database = profile.databasePath
            return try ProgressBar(talk, in: .bytes).watch({
                FileSize.of(path).flatMap { done in FileSize.of(database).map { (done, $0) } }
            }) { try client.send(call) }
        }
        Reports.print(try reply.decoded(as: DoneJSON.self), reply, talk)
        talk.next("restore it", "weft restore \(ShellText.quoted(output))")
    }
}

/// Sizes of files that another process may be writing.
enum FileSize {
    /// The bytes of the file at `path`; nil if they cannot be told.
    static func of(_ path: String) -> Int? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }
}

/// Paths that mean the same in another process.
enum AbsolutePath {
    static func of(_ path: String) throws(Failure) -> String {
        guard !path.isEmpty else { throw Failure(.usage, "the path is empty", fix: "pass a path") }
        guard !path.hasPrefix("/") else { return path }
        guard let folder = getcwd(nil, 0) else {
            throw Failure(
                .failure,
                "cannot find the path of this folder: \(String(cString: strerror(errno)))",
                fix: "pass an absolute path")
        }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}
