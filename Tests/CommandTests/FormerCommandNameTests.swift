import ArgumentParser
import Testing

@testable import weft

/// Tests that commands which moved into a group still work by their old names.
struct FormerCommandNameTests {
    /// A line of each command that stood on its own before, with the type that runs it.
    private static let lines: [(String, any ParsableCommand.Type)] = [
        ("api GET /v1/status", ApiCommand.self), ("backup -o f", BackupCommand.self),
        ("bundle create f --for @ben", BundleCommand.Create.self),
        ("bundle apply f", BundleCommand.Apply.self), ("clip ls", KindList<ClipCommand>.self),
        ("clip edit 1 --theme a", ClipCommand.Edit.self),
        ("completion bash", CompletionCommand.self), ("connect 127.0.0.1:1", ConnectCommand.self),
        ("copy 1", CopyCommand.self),
        ("dislike 1", DislikeCommand.self), ("dup --fix -n", DuplicateCommand.self),
        ("folder add f", FolderCommand.Add.self), ("folder", FolderCommand.List.self),
        ("follow #a", FollowCommand.Add.self), ("follow ls", FollowCommand.List.self),
        ("id", IdentityCommand.self), ("invite", InviteCommand.New.self),
        ("invite --uses 3", InviteCommand.New.self), ("invite revoke 1", InviteCommand.Revoke.self),
        ("like 1", LikeCommand.self), ("lookbook --share friends", LookbookCommand.self),
        ("mailbox keep @ben", MailboxCommand.Keep.self), ("mailbox", MailboxCommand.List.self),
        ("mute @ben", MuteCommand.Add.self), ("mute rm @ben", MuteCommand.Remove.self),
        ("paths", PathsCommand.self), ("peers", PeersCommand.self),
        ("pending", PendingCommand.List.self),
        ("pending accept WKMZV0KX --name B", PendingCommand.Accept.self),
        ("portfolio --friends", PortfolioCommand.self),
        ("rate a --audience friends", RateCommand.self), ("recommend", RecommendCommand.self),
        ("redo 3", RedoCommand.self), ("reel 1 --sort likes", ReelCommand.self),
        ("report ls", ReportCommand.List.self), ("restore f --force", RestoreCommand.self),
        ("service", ServiceCommand.Status.self), ("service status", ServiceCommand.Status.self),
        ("shares", SharesCommand.self), ("snapshot ls 1", SnapshotCommand.List.self),
        ("photo ls 1", PhotoCommand.List.self),
        ("unlike 1", UnlikeCommand.self), ("unshare #a --from public", UnshareCommand.self),
        ("watch --for 2s", WatchCommand.self), ("web --new-token", WebCommand.self),
        ("who-can-see 1", WhoCanSeeCommand.self),
        // These names now name a group, which does by itself what the command did.
        ("show 1", ShowCommand.self), ("edit 1 --title T", EditCommand.self),
        ("share #a --with public", ShareCommand.self), ("feed #a -N 3", weft.FeedCommand.self),
        ("feed", weft.FeedCommand.self), ("log", LogCommand.self), ("log 1", LogCommand.self),
        ("suggest #a", SuggestCommand.self), ("open 1 2", OpenPageCommand.self),
        ("carry folder", FolderCommand.List.self),
        ("carry bundle apply f", BundleCommand.Apply.self),
    ]

    @Test func `every former line is run by the same command, with the options anywhere`() throws {
        for (line, type) in Self.lines {
            let words = line.split(separator: " ").map(String.init)
            for typed in [
                words + ["--json"], ["--json"] + words, [words[0], "--json"] + words.dropFirst(),
            ] {
                let command = try Weft.parseAsRoot(Invocation.arranged(typed))

                #expect(Swift.type(of: command) == type, "\(typed)")
            }
        }
    }

    @Test func `the list of lines has every former spelling`() {
        let tried = Set(Self.lines.map { String($0.0.prefix { $0 != " " }) })

        #expect(tried.isSuperset(of: FormerCommandName.now.keys))
    }

    @Test func `each names a command that exists, and is hidden from help`() throws {
        let shown = Weft.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let all = try #require(try HelpPage.asked(["help", "--all"]))
        for (former, path) in FormerCommandName.now {
            let found = try Invocation.named(path[...])

            #expect(found.words == path.count, "\(former)")
            #expect(!shown.flatMap(Invocation.names(of:)).contains(former))
            #expect(!all.contains { $0.hasPrefix("  \(former) ") }, "\(former)")
        }
    }

    @Test func `at most 37 names stand at the top`() {
        let shown = Weft.configuration.subcommands.filter { $0.configuration.shouldDisplay }

        #expect(shown.count <= 37)
    }

    @Test func `a mistyped word behind a former spelling is answered with the nearest`() {
        let failure = #expect(throws: Failure.self) {
            _ = try Invocation.arranged(["pending", "acept", "X"])
        }

        #expect(failure?.fix == "weft friend pending accept")
    }

    @Test func `a group that does something by itself is named alone in what the parser says`() {
        let message = "Usage: weft share add <words> ...\n  See 'weft share add --help' for more"

        #expect(
            HelpPage.withoutDefaults(message)
                == "Usage: weft share <words> ...\n  See 'weft share --help' for more")
    }
}
