import API
import ArgumentParser

extension FriendCommand {
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a friend another name.")

        @Argument(help: "Their name or the start of their ID.") var who: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RenameFriend(who, to: String(name.drop { $0 == "@" })))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "End a friendship.",
            discussion: """
                They can't read anything you share from now on, but they keep what they already \
                received. They can send another request; weft friend block prevents that.
                """)

        @Argument(help: "Their name or the start of their ID.") var who: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(
                RemoveFriend(who),
                ifConfirmed:
                    "End the friendship with \(who)? They keep what they already received.",
                isForced: force, next: ("list your friends", "weft friend ls"))
        }
    }

    struct Block: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "block", abstract: "Block a person, friend or not.",
            discussion:
                "Ends a friendship, as weft friend rm does, and rejects new requests from them.")

        @Argument(help: "Their name or the start of their ID.") var who: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(
                RemoveFriend(who, block: true),
                ifConfirmed:
                    "Block \(who)? Any friendship ends; they keep what they already received.",
                isForced: force,
                next: ("unblock them", "weft friend unblock \(ShellText.quoted(who))"))
        }
    }

    struct Unblock: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unblock",
            abstract: "Allow friend requests from a person again; adds no friendship.")

        @Argument(help: "Their name or the start of their ID.") var who: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(UnblockPerson(who))
        }
    }
}
