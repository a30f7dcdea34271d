import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The command `weft`: client, node (`weft up --foreground`) and tool in one.
@main
struct Weft: ParsableCommand {
    /// The release this is.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "weft",
        abstract: "Save links and more, and share them with friends. No server.",
        discussion: """
            Global options work with every command: --json, --plain, -q, -v, --no-color,
            --no-input, --profile NAME, --socket PATH.

            Exit codes: 0 ok, 1 failure, 2 usage, 3 not found, 4 the node does not answer,
            5 conflict, 6 partly done, 7 denied, 8 findings, 130 interrupted.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "GETTING STARTED",
                subcommands: [
                    InitCommand.self, UpCommand.self, DownCommand.self, StatusCommand.self,
                ]),
            CommandGroup(
                name: "LINKS AND COLLECTIONS",
                subcommands: [
                    AddCommand.self, ListCommand.self, SearchCommand.self, SuggestCommand.self,
                    ShowCommand.self, OpenCommand.self, CopyCommand.self,
                    EditCommand.self, RemoveCommand.self, UndoCommand.self, RedoCommand.self,
                    TagCommand.self,
                    DuplicateCommand.self, HighlightCommand.self, SnapshotCommand.self,
                    CollectionCommand.self,
                    ImportCommand.self,
                    ExportCommand.self,
                ]),
            CommandGroup(
                name: "WARDROBE",
                subcommands: [
                    GarmentCommand.self, OutfitCommand.self, ClosetCommand.self, PhotoCommand.self,
                ]),
            CommandGroup(
                name: "PLACES",
                subcommands: [PlaceCommand.self, ClipCommand.self, ReelCommand.self]),
            CommandGroup(
                name: "REACTIONS",
                subcommands: [
                    LikeCommand.self, DislikeCommand.self, UnlikeCommand.self, CommentCommand.self,
                    ReportCommand.self,
                ]),
            CommandGroup(
                name: "DISCOVER",
                subcommands: [
                    FeedCommand.self, FollowCommand.self, MuteCommand.self, RateCommand.self,
                    RecommendCommand.self, LookbookCommand.self, PortfolioCommand.self,
                    ProfileCommand.self,
                ]),
            CommandGroup(
                name: "SHARING",
                subcommands: [
                    ShareCommand.self, UnshareCommand.self, SharesCommand.self,
                    WhoCanSeeCommand.self,
                ]),
            CommandGroup(
                name: "PEOPLE AND SYNC",
                subcommands: [
                    IdentityCommand.self, FriendCommand.self, InviteCommand.self,
                    PendingCommand.self,
                    GroupCommand.self, JoinCommand.self, DeviceCommand.self,
                    ConnectCommand.self, PeersCommand.self, SyncCommand.self, BundleCommand.self,
                    FolderCommand.self, MailboxCommand.self, LogCommand.self, WatchCommand.self,
                ]),
            CommandGroup(
                name: "MAINTENANCE",
                subcommands: [
                    DoctorCommand.self, ConfigCommand.self, KeyCommand.self, BackupCommand.self,
                    RestoreCommand.self, ServiceCommand.self, WebCommand.self, PathsCommand.self,
                    ApiCommand.self,
                ]),
        ])

    func run() {
        print(Self.firstMinute)
    }

    static func main() {
        signal(SIGINT) { _ in Interruption.end() }
        let given = Array(CommandLine.arguments.dropFirst())
        do {
            let arguments = try Invocation.arranged(given)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let failure as Failure {
            GlobalOptions.output(guessedFrom: given).report(failure)
            Weft.exit(withCode: failure.code)
        } catch {
            end(with: error, given)
        }
    }

    /// Help and version are answers; all else that the parser says is about usage.
    private static func end(with error: any Error, _ given: [String]) {
        let message = fullMessage(for: error)
        let output = GlobalOptions.output(guessedFrom: given)
        if exitCode(for: error).isSuccess {
            if !message.isEmpty { output.lines(Shown.lines(of: message)) }
            return
        }
        let words = UsageWords(message)
        let fix = DenialWord.fix(for: given) ?? words.fix
        guard output.form == .json else {
            output.complain("\("error", .bad): \(words.what)")
            for line in words.usage { output.complain("  \(line)") }
            output.complain("  fix: \(fix)")
            Weft.exit(withCode: .usage)
        }
        output.report(Failure(.usage, words.what, fix: fix))
        Weft.exit(withCode: .usage)
    }

    private static func exit(withCode code: ExitCode) -> Never {
        #if canImport(Glibc)
        Glibc.exit(code.rawValue)
        #else
        Darwin.exit(code.rawValue)
        #endif
    }

    private static let firstMinute = """
        weft saves links and more, and shares them with friends. No server.

          weft init               create your identity on this computer
          weft up                 start your node (weft down stops it)
          weft add URL -t TAG     save a link
          weft ls                 list your links
          weft share '#TAG' --with friends
          weft friend add TICKET  add a friend; your own ticket: weft id

        All commands: weft --help          Help for one: weft help add
        """
}
