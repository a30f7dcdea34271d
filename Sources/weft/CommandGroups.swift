import ArgumentParser

// Groups of commands. Where a group has a default command, its own name is enough: `weft share '#a'`.

/// `weft show`: one thing, or its page in a browser, its address, its photos or its saved copies.
struct ShowCommands: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one thing: details, comments and who has it.",
        subcommands: [
            ShowCommand.self, OpenCommand.self, CopyCommand.self, PhotoCommand.self,
            SnapshotCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)
}

/// `weft edit`: one link, or links that are there twice.
struct EditCommands: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a link: title, note, tags, address.",
        subcommands: [EditCommand.self, DuplicateCommand.self],
        defaultSubcommand: EditCommand.self)
}

/// `weft share`: who may see what.
struct ShareCommands: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Let friends, a group or everyone see things.",
        subcommands: [
            ShareCommand.self, SharesCommand.self, UnshareCommand.self, WhoCanSeeCommand.self,
        ],
        defaultSubcommand: ShareCommand.self)
}

/// `weft react`: what one thinks of things.
struct ReactCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "react", abstract: "Like or dislike things, or report a problem with one.",
        subcommands: [
            LikeCommand.self, DislikeCommand.self, UnlikeCommand.self, RateCommand.self,
            ReportCommand.self,
        ])
}

/// `weft feed`: what others share, and what of it one wants to see.
struct FeedCommands: BeginsWithReference, SearchingCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Read what others share; follow or mute people and tags.",
        subcommands: [
            FeedCommand.self, FollowCommand.self, MuteCommand.self, RecommendCommand.self,
            LookbookCommand.self,
        ],
        defaultSubcommand: FeedCommand.self)
}

/// `weft log`: what was changed, and what happens now.
struct LogCommands: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the history of a thing, or your latest changes.",
        subcommands: [LogCommand.self, RedoCommand.self, WatchCommand.self],
        defaultSubcommand: LogCommand.self)
}

/// `weft net`: ways to other nodes, direct and by what something else carries.
struct NetCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "net",
        abstract: "Connect to other nodes, or sync by file, directory or mailbox.",
        subcommands: [
            PeersCommand.self, ConnectCommand.self, SyncCommand.self, BundleCommand.self,
            FolderCommand.self, MailboxCommand.self,
        ])
}
