import API
import ArgumentParser

/// `weft pending`: who asks to be a friend, and whom this person has asked.
struct PendingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pending",
        abstract:
            "List friend requests; accept or reject them. Also lists your pending invitations.",
        discussion: """
            A request comes from a person who added your ticket and connected, or who used a short \
            code; then their name and the four words are shown. Nothing syncs before you accept.

            Invitations that you accepted follow, with their state; reject removes one.
            """,
        subcommands: [List.self, Accept.self, Reject.self], defaultSubcommand: List.self)

    /// The list in JSON.
    private struct PendingList: JSONShape {
        var items: [PendingJSON] = []
        var joins: [JoiningJSON] = []

        mutating func visit(_ fields: Fields) {
            fields.member("items", &items)
            fields.member("joins", &joins)
        }
    }

    /// The accepted invitations that have not led to a friendship yet.
    private static func joinings(_ client: Client) throws -> [JoiningJSON] {
        try client.ask(ListJoins()).items.filter { $0.state != "friend" }
    }

    private static func show(_ joinings: [JoiningJSON], _ output: Output) {
        var table = Table(heads: ["ID", "INVITED BY", "STATE", "UNTIL"])
        for joining in joinings {
            table.add([
                "\(String(joining.person.prefix(8)))", "\(joining.name, .strong)",
                "\(joining.state.replacing("_", with: " "))",
                "\(TimeText.shown(joining.expiresAt, in: output.form))",
            ])
        }
        table.print(to: output)
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List friend requests and pending invitations.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let people = try client.ask(ListPending()).items
            let joinings = try PendingCommand.joinings(client)
            guard output.form != .json else {
                let everybody = PendingList(items: people, joins: joinings)
                output.json(JSONText.encode(everybody))
                return
            }
            var table = Table(heads: ["ID", "FROM", "AT", "BY CODE"])
            for person in people {
                table.add([
                    "\(String(person.person.prefix(8)))", "\(person.address)",
                    "\(TimeText.shown(person.at, in: output.form))",
                    "\(([person.name ?? ""] + (person.words ?? [])).joined(separator: " "))",
                ])
            }
            table.print(to: output)
            PendingCommand.show(joinings, output)
            guard let first = people.first else {
                output.say("no friend requests")
                output.next("to get one, send your ticket", "weft id")
                return
            }
            output.say(
                "  The ID is the start of theirs, which weft id shows on their node: compare them.")
            output.next(
                "accept",
                "weft pending accept \(String(first.person.prefix(8))) --name NAME")
        }
    }

    struct Accept: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Accept a friend request.")

        @Argument(help: "The start of their ID, at least 8 characters.") var who: String
        @Option(help: "Your name for them.") var name: String?
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let friend = try options.reply(to: AcceptPending(who, name: name)) else { return }
            output.say("\("✓", .good) \("@" + friend.name, .strong) is your friend")
            output.next(
                "list what they share", "weft ls \(ShellText.quoted(SearchSyntax.by(friend.name)))")
        }
    }

    struct Reject: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reject",
            abstract: "Reject a friend request, or drop a pending invitation.",
            discussion:
                "They can ask again; weft friend block prevents that. An invitation from "
                + "them that you accepted is dropped too.")

        @Argument(help: "The start of their ID, at least 8 characters.") var who: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let asked = try client.exchange(Call(DeclinePending(who)))
            // They may have asked, and have given an invitation that was typed here: each is forgotten.
            let typed = try client.exchange(Call(ForgetJoin(who)))
            let reply = asked.isSuccess || !typed.isSuccess ? asked : typed
            guard reply.isSuccess else { throw reply.failure }
            Reports.print(try reply.decoded(as: DoneJSON.self), reply, options.output)
        }
    }
}
