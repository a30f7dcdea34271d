import API
import ArgumentParser
import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `weft folder`: directories that something else carries.
struct FolderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: "Sync through a directory that something else carries.",
        discussion: """
            By Syncthing, by rclone to a store somewhere, on a stick: each node puts sealed files \
            of its own there, and reads those of others. Nobody else reads them. Give it a \
            directory of its own.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: List.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Use a directory from now on.",
            discussion: """
                What the others lack stays there until they have said that they have it. Where it \
                is for everybody, that is a copy of all you share, sealed, as long as one of them \
                never looks there; --for names those who do. Adding it again changes for whom it \
                is, and makes it known anew after the stick was formatted.

                A node that a service runs has to be allowed to write there: weft service --help
                """)

        @Argument(help: "The directory.", completion: .directory) var directory: String

        @Option(
            name: .customLong("for"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Friends, group:NAME, me (your other devices) or everybody.", valueName: "who"))
        var people: [String] = []

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard people.allSatisfy({ Addressee(name: $0) != nil }) else {
                throw ValidationError("--for takes names of friends, group:NAME, me or everybody.")
            }
        }

        func run() throws {
            let output = options.output
            let path = try FolderPath.of(directory)
            guard FolderPath.isDirectory(path) else {
                throw Failure(
                    .notFound, "\(path) is no directory", fix: "mkdir \(ShellWord.quoted(path))")
            }
            let request = NewFolderRequest(path: path, for: people.isEmpty ? nil : people)
            let reply = try options.client().send(
                .post("/v1/folders", JSONText.encode(request)))
            guard output.form != .json else { return output.json(reply.body) }
            let folder = try Reading.decode(FolderJSON.self, from: reply)
            let whom = folder.for.joined(separator: ", ")
            output.say("\("✓", .good) \(path) carries from now on, for \(whom)")
            output.next("how it fares", "weft folder ls")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List them, and how they fare.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/folders"))
            guard output.form != .json else { return output.json(reply.body) }
            var table = Table(heads: ["DIRECTORY", "FOR", "STATE", "MINE", "TAKEN IN", "REMARKS"])
            let folders = try Reading.decode(PageJSON<FolderJSON>.self, from: reply).items
            for folder in folders {
                let size = ByteCount.shown(UInt64(clamping: folder.ownBytes))
                table.add([
                    "\(folder.path)", "\(folder.for.joined(separator: ", "))", "\(folder.state)",
                    "\(Counted.words(folder.ownFiles, "file")), \(size)",
                    "\(Counted.words(folder.taken, "change"))",
                    "\(FolderRemarks.of(folder).joined(separator: "; "))",
                ])
            }
            table.print(to: output)
            if folders.isEmpty { output.next("use one", "weft folder add DIR") }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Leave one alone; your files in it go.")

        @Argument(help: "The directory.", completion: .directory) var directory: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let path = try FolderPath.of(directory)
            let reply = try client.send(.get("/v1/folders"))
            let folders = try Reading.decode(PageJSON<FolderJSON>.self, from: reply).items
            guard let folder = folders.first(where: { $0.path == path || $0.path == directory })
            else {
                throw Failure(.notFound, "\(path) is not used", fix: "weft folder ls")
            }
            let done = try client.send(.delete("/v1/folders/\(folder.number)"))
            Reports.print(try Reading.decode(DoneJSON.self, from: done), done, options.output)
        }
    }
}

/// What a person should know of a folder beside its state.
enum FolderRemarks {
    static func of(_ folder: FolderJSON) -> [String] {
        var remarks = [said(of: folder.state)].compactMap { $0 }
        if let reason = folder.reason { remarks.append(reason) }
        if folder.reason == FileOfNode.readOnly {
            remarks.append("where a service may write: weft service --help")
        }
        if folder.torn > 0 {
            remarks.append(
                "\(Counted.words(folder.torn, "file")) torn or changed on the way: read once whole")
        }
        if folder.foreign > 0 {
            remarks.append("\(Counted.words(folder.foreign, "other file")) left alone")
        }
        for stranger in folder.strangers.prefix(3) {
            remarks.append("files of \(stranger.prefix(8)), who is not your friend, wait")
        }
        return remarks
    }

    private static func said(of state: String) -> String? {
        switch FolderFare.State(rawValue: state) {
        case .looking?, .working?, .unreadable?, .unwritable?, .crowded?, nil: return nil
        case .missing?: return "it is not there: put the stick in"
        case .unmarked?:
            return "weft-folder.txt is missing: put the stick in, or weft folder add it again"
        }
    }
}

/// Directories as the node sees them.
enum FolderPath {
    /// Absolute, without a slash at its end.
    static func of(_ directory: String) throws(Failure) -> String {
        var path = try AbsolutePath.of(directory)
        // A directory's own name, so that it is known again however it is typed.
        if let real = realpath(path, nil) {
            path = String(cString: real)
            free(real)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    static func isDirectory(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }
}
