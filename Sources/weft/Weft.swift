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
            Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 the node does not answer,
            5 conflict, 6 partly done, 7 denied, 8 problems found, 130 interrupted.
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "START",
                subcommands: [
                    InitCommand.self, OpenPageCommand.self, UpCommand.self, DownCommand.self,
                    StatusCommand.self,
                ]),
            CommandGroup(
                name: "SAVE AND FIND",
                subcommands: [
                    AddCommand.self, ListCommand.self, SearchCommand.self, SuggestCommand.self,
                    ShowCommands.self, EditCommands.self, TagCommand.self, CollectionCommand.self,
                    HighlightCommand.self, PaperCommand.self, RemoveCommand.self,
                    UndoCommand.self, ImportCommand.self, ExportCommand.self,
                ]),
            CommandGroup(
                name: "CLOTHES AND PLACES",
                subcommands: [
                    GarmentCommand.self, OutfitCommand.self, ClosetCommand.self,
                    PlaceCommand.self,
                ]),
            CommandGroup(
                name: "PEOPLE",
                subcommands: [
                    FriendCommand.self, JoinCommand.self, ShareCommands.self, GroupCommand.self,
                    CommentCommand.self, ReactCommands.self, FeedCommands.self, ProfileCommand.self,
                ]),
            CommandGroup(
                name: "SYNC",
                subcommands: [
                    SyncCommand.self, DeviceCommand.self, NetCommands.self,
                ]),
            CommandGroup(
                name: "CARE",
                subcommands: [
                    LogCommands.self, DoctorCommand.self, ConfigCommand.self, KeyCommand.self,
                    CandidatesCommand.self,
                ]),
        ])

    static func main() {
        signal(SIGINT) { _ in Interruption.end() }
        let given = Array(CommandLine.arguments.dropFirst())
        do {
            if let page = try HelpPage.asked(given) {
                GlobalOptions.output(guessedFrom: []).lines(page.flatMap(TerminalText.lines(of:)))
                return
            }
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
            if !message.isEmpty { output.lines(TerminalText.lines(of: message)) }
            return
        }
        let words = UsageError(HelpPage.withoutDefaults(message))
        let fix = ExcludedTerm.fix(for: given) ?? words.fix
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
}
