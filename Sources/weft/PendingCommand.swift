import API
import ArgumentParser

/// `weft pending`: who asks to be a friend, and whom this person has asked.
struct PendingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending",
        abstract: "Who asks to be your friend; accept or reject them. Whom you wait for.",
        discussion: """
            Somebody asks by adding your ticket and dialling you, or has come by a short code: then \
            his name and the four words stand there. Nothing syncs before.

            Behind them stand those whose invitations you have typed, and how that went; reject \
            forgets one.
            """,
        subcommands: [List.self, Accept.self, Reject.self], defaultSubcommand: List.self)

    static func path(_ reference: String) -> String { "/v1/pending/\(Call.escaped(reference))" }

    private static func printJoinings(_ client: Client, _ output: Output) throws {
        let reply = try client.send(.get("/v1/joins"))
        let all = try Reading.decode(PageJSON<JoiningJSON>.self, from: reply).items
        var table = Table(heads: ["ID", "INVITED BY", "STATE", "UNTIL"])
        for joining in all where joining.state != "friend" {
            table.add([
                "\(String(joining.person.prefix(8)))", "\(joining.name, .strong)",
                "\(joining.state.replacing("_", with: " "))",
                "\(TimeWord.shown(joining.expiresAt, in: output.form))",
            ])
        }
        table.print(to: output)
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List who asks.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let reply = try client.send(.get("/v1/pending"))
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
            try PendingCommand.printJoinings(client, output)
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
            discussion:
                "They may ask again; weft friend block keeps them from it. An invitation of "
                + "theirs that you have typed is forgotten too.")

        @Argument(help: "The beginning of their id, at least 8 characters.") var who: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            var reply = try client.exchange(.delete(path(who)))
            if reply.status == 404 {
                // Nobody who asks; perhaps somebody whose invitation was typed.
                let forgotten = try client.exchange(.delete("/v1/joins/\(Call.escaped(who))"))
                if forgotten.isSuccess { reply = forgotten }
            }
            guard reply.isSuccess else { throw ProblemReading.failure(of: reply) }
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }
}
