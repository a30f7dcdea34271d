import API
import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft backup`: the whole profile in one file.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write everything into one file.",
        discussion: "The node may run on. The file holds your keys too: whoever has it can be you.")

    @Option(
        name: [.customShort("o"), .long], help: "The file; it is not there yet.",
        completion: .file())
    var output: String

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let talk = options.output
        let client = try options.client()
        let profile = try options.chosenProfile()
        let path = try AbsolutePath.of(output)
        let reply = try FileOfNode.make(at: path, in: profile) { path in
            var call = Call.post("/v1/backup", JSONText.encode(BackupRequest(path: path)))
            call.patience = .seconds(3600)
            return try client.send(call)
        }
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, talk)
        talk.next("bring it back", "weft restore \(ShellWord.quoted(output))")
    }
}

/// Paths that mean the same in another process.
enum AbsolutePath {
    static func of(_ path: String) throws(Failure) -> String {
        guard !path.isEmpty else { throw Failure(.usage, "the path is empty", fix: "type one") }
        guard !path.hasPrefix("/") else { return path }
        guard let folder = getcwd(nil, 0) else {
            throw Failure(
                .failure, "this folder has no path: \(String(cString: strerror(errno)))",
                fix: "give a path that begins at /")
        }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}
