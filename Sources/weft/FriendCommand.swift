import API
import ArgumentParser

/// `weft friend`: the people you share with.
struct FriendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friend", abstract: "Add, invite, list and remove friends.",
        subcommands: [
            Add.self, InviteCommand.self, Code.self, PendingCommand.self, IdentityCommand.self,
            List.self, Rename.self, Remove.self, Block.self, Unblock.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a friend. Both of you have to do this.",
            discussion: """
                With a ticket, nothing syncs until they have added you too. An invitation or a \
                short code works here as well, as with weft join.
                """)

        @Argument(
            help: ArgumentHelp(
                "Their ticket (from weft id), @NAME of someone in a group with you, or - for "
                    + "standard input.", valueName: "ticket")
        )
        var line: [String]

        @Option(help: "Your name for them (default: the name on the ticket).")
        var name: String?

        @OptionGroup var taking: PastedLineOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try taking.take(line, name: name, options)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List friends.")

        @Flag(help: "List blocked people instead.") var blocked = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard !blocked else {
                try listBlocked()
                return
            }
            let output = options.output
            guard let page = try options.reply(to: ListFriends()) else { return }
            var table = Table(heads: ["FRIEND", "STATE", "LINKS", "LAST SEEN", "ADDRESS"])
            let friends = page.items
            for friend in friends { table.add(row(friend, in: output.form)) }
            table.print(to: output)
            if friends.isEmpty {
                output.say("no friends yet")
                output.next("add someone on this network", "weft friend code")
            }
            if let waiting = friends.first(where: { !$0.mutual }) {
                output.next(
                    "\("@" + waiting.name) has not added you yet; send them your ticket", "weft id")
            } else {
                output.next("add a friend", "weft friend add TICKET")
            }
        }

        private func listBlocked() throws {
            let output = options.output
            guard let page = try options.reply(to: ListBlocked()) else { return }
            var table = Table(heads: ["BLOCKED", "ID"])
            let people = page.items
            for person in people {
                table.add(["@\(person.name)", "\(String(person.id.prefix(8)))"])
            }
            table.print(to: output)
            if people.isEmpty { output.say("nobody") }
            output.next("unblock someone", "weft friend unblock NAME")
        }

        private func row(_ friend: FriendJSON, in form: Output.Form) -> [TerminalText] {
            let state: TerminalText =
                !friend.mutual
                ? "\("waits for them", .notable)"
                : friend.connected ? "\("connected", .good)" : "offline"
            let last = friend.lastSeen.map { TimeText.shown($0, in: form) } ?? "never"
            return [
                "@\(friend.name)", state, "\(friend.linkCount)",
                "\(friend.connected ? "now" : last)",
                "\(friend.addresses.first ?? "")",
            ]
        }
    }
}
