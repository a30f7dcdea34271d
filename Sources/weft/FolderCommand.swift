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
        abstract: "Sync through a shared directory or a USB stick.",
        discussion: """
            The directory is carried by Syncthing, rclone or a USB stick. Each node writes \
            encrypted files there and reads those of others; nobody else can read them. Use a \
            directory for this purpose only.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: List.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Start syncing through a directory.",
            discussion: """
                Data for the others stays there until they have acknowledged it. With everybody, \
                that is an encrypted copy of everything you share for as long as one of them never \
                reads the directory; --for names those who do. Adding the directory again changes \
                the people, and registers it again after the stick was formatted.

                A node run as a service needs permission to write there: weft service --help
                """)

        @Argument(help: "The directory.", completion: .directory) var directory: String

        @OptionGroup var addressees: AddresseesOption
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let path = try FolderPath.of(directory)
            guard FolderPath.isDirectory(path) else {
                throw Failure(
                    .notFound, "\(path) is not a directory", fix: "mkdir \(ShellText.quoted(path))")
            }
            guard
                let folder = try options.reply(
                    to: NewFolder(path: path, for: addressees.typed))
            else { return }
            let whom = folder.for.joined(separator: ", ")
            output.say("\("✓", .good) syncing through \(path) with \(whom)")
            output.next("check its state", "weft folder ls")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List sync directories and their state.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListFolders()) else { return }
            var table = Table(heads: [
                "DIRECTORY", "FOR", "STATE", "OWN FILES", "IMPORTED", "REMARKS",
            ])
            let folders = page.items
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
            if folders.isEmpty { output.next("add one", "weft folder add DIR") }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Stop using a directory and delete your files in it.")

        @Argument(help: "The directory.", completion: .directory) var directory: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let path = try FolderPath.of(directory)
            let folders = try options.client().ask(ListFolders()).items
            guard let folder = folders.first(where: { $0.path == path || $0.path == directory })
            else {
                throw Failure(.notFound, "\(path) is not a sync directory", fix: "weft folder ls")
            }
            try options.done(RemoveFolder(folder.number))
        }
    }
}

/// The remarks on a folder beside its state.
enum FolderRemarks {
    static func of(_ folder: FolderJSON) -> [String] {
        var remarks = [said(of: folder.state)].compactMap { $0 }
        if let reason = folder.reason { remarks.append(reason) }
        if folder.reason == FileOfNode.readOnly {
            remarks.append("allow the service to write there: weft service --help")
        }
        if folder.torn > 0 {
            remarks.append(
                "\(Counted.words(folder.torn, "file")) incomplete or damaged: read when complete")
        }
        if folder.foreign > 0 {
            remarks.append("\(Counted.words(folder.foreign, "other file")) ignored")
        }
        for stranger in folder.strangers.prefix(3) {
            remarks.append("files from \(stranger.prefix(8)), who is not your friend, are not read")
        }
        return remarks
    }

    private static func said(of state: String) -> String? {
        switch FolderScan.State(rawValue: state) {
        case .looking?, .working?, .unreadable?, .unwritable?, .crowded?, nil: return nil
        case .missing?: return "not found: insert the stick"
        case .unmarked?:
            return "weft-folder.txt is missing: insert the stick, or run weft folder add again"
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
