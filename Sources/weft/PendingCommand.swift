import API
import ArgumentParser

/// `weft pending`: who asks to be a friend.
struct PendingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending", abstract: "Who asks to be your friend; accept or reject them.",
        discussion: """
            Somebody asks by adding your ticket and dialling you, or has come by a short code: then \
            his name and the four words stand there. Nothing syncs before.
            """,
        subcommands: [List.self, Accept.self, Reject.self], defaultSubcommand: List.self)

    static func path(_ reference: String) -> String { "/v1/pending/\(Call.escaped(reference))" }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List who asks.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/pending"))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            var table = Table(heads: ["ID", "FROM", "AT", "BY CODE"])
            let people = try Reading.decode(PageJSON<PendingJSON>.self, from: reply).items
            for person in people {
                table.add([
                    "\(String(person.person.prefix(8)))", "\(person.address)",
                    "\(TimeWord.shown(person.at, in: output.form))",
                    "\(([person.name ?? ""] + (person.words ?? [])).joined(separator: " "))",
                ])
            }
            table.print(to: output)
            guard let first = people.first else {
                output.say("nobody asks")
                output.next("let somebody ask; your ticket", "weft id")
                return
            }
            output.say("  The id is the beginning of what weft id prints at theirs: compare it.")
            output.next(
                "become friends",
                "weft pending accept \(String(first.person.prefix(8))) --name NAME")
        }
    }

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Become friends with somebody who asks.")

        @Argument(help: "The beginning of their id, at least 8 characters.") var who: String
        @Option(help: "What you call them.") var name: String?
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let request = AcceptFriendRequest(name: name)
            let reply = try options.client().send(
                .post(path(who) + ":accept", try Reading.encode(request)))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let friend = try Reading.decode(FriendJSON.self, from: reply)
            output.say("\("✓", .good) \("@" + friend.name, .strong) is your friend")
            output.next("what they share", "weft ls \(ShellWord.quoted("by:@" + friend.name))")
        }
    }

    struct Reject: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reject", abstract: "Forget that somebody has asked.",
            discussion: "They may ask again; weft friend block keeps them from it.")

        @Argument(help: "The beginning of their id, at least 8 characters.") var who: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let reply = try options.client().send(.delete(path(who)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }
}
