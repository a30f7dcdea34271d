import API
import ArgumentParser

extension FriendCommand {
    static func path(_ reference: String) -> String { "/v1/friends/\(Call.escaped(reference))" }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Call a friend otherwise.")

        @Argument(help: "Their name, or the beginning of their id.") var who: String
        @Argument(help: "The new name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let request = RenameToRequest(name: String(name.drop { $0 == "@" }))
            let reply = try options.client().send(
                .patch(path(who), JSONText.encode(request)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "End a friendship.",
            discussion: """
                What you share from now on they cannot read, and what was for them alone takes \
                nothing more; what they already have they keep. They may ask again; weft friend \
                block keeps them from it.
                """)

        @Argument(help: "Their name, or the beginning of their id.") var who: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            try Question.confirm(
                "End the friendship with \(who)? What they have they keep.", isForced: force,
                options)
            let reply = try client.send(.delete(path(who)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
            options.output.next("who is left", "weft friend ls")
        }
    }

    struct Block: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "block", abstract: "Keep somebody away, friend or not.",
            discussion: "Ends a friendship as weft friend rm does; and they may not ask again.")

        @Argument(help: "Their name, or the beginning of their id.") var who: String
        @Flag(name: .shortAndLong, help: "Do not ask.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            try Question.confirm(
                "Block \(who)? A friendship ends; what they have they keep.", isForced: force,
                options)
            let reply = try client.send(.delete(path(who), [("block", "true")]))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
            options.output.next(
                "let them ask again", "weft friend unblock \(ShellWord.quoted(who))")
        }
    }

    struct Unblock: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unblock", abstract: "Let somebody ask again; not a friendship yet.")

        @Argument(help: "Their name, or the beginning of their id.") var who: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let reply = try options.client().send(.delete("/v1/blocked/\(Call.escaped(who))"))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }
}
