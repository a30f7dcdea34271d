import API
import ArgumentParser
import Domain

/// `weft invite`: becomes friends with whoever comes, and lists and revokes every invitation.
struct InviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Become friends with somebody by one line of text.",
        discussion: """
            Prints an invitation to pass on. It is a secret: whoever has it becomes your friend, \
            as often as --uses says, until --expires is over, without another question. They are \
            taken in by this node, so it has to be up and reachable when they come. Into a group: \
            weft group invite.
            """,
        subcommands: [New.self, List.self, Revoke.self], defaultSubcommand: New.self)

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Make an invitation; that is what weft invite does.")

        @Option(
            help: ArgumentHelp(
                "How long it is honoured, such as 30m, 1h or 7d.", valueName: "time"))
        var expires = "1d"

        @Option(help: ArgumentHelp("How many may come.", valueName: "number"))
        var uses = 1

        @OptionGroup var picture: QROptions
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            try InvitationWord.check(uses: uses, time: expires)
        }

        func run() throws {
            let output = options.output
            let request = InviteFriendRequest(uses: uses, seconds: DurationWord.seconds(expires))
            let reply = try options.client().send(
                .post("/v1/invites", JSONText.encode(request)))
            guard output.form != .json else { return output.json(reply.body) }
            let made = try Reading.decode(NewInvitationJSON.self, from: reply)
            InvitationWord.handOver(made, "become your friend by it", drawing: picture, to: output)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List the invitations that this node honours.",
            discussion: "Those into groups too. What you were given yourself: weft pending.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let reply = try options.client().send(.get("/v1/invites"))
            guard output.form != .json else { return output.json(reply.body) }
            let invitations = try Reading.decode(PageJSON<InvitationJSON>.self, from: reply).items
            InvitationWord.printTable(invitations, to: output)
            guard let first = invitations.first else {
                output.say("none")
                return output.next("become friends with somebody", "weft invite")
            }
            output.next("honour one no longer", "weft invite revoke \(first.number)")
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Honour an invitation no longer.",
            discussion: "Whoever has come by it before stays.")

        @Argument(help: "Its number, as weft invite ls shows it.") var number: Int
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let reply = try options.client().send(.delete("/v1/invites/\(number)"))
            let output = options.output
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, output)
            output.next("which there are still", "weft invite ls")
        }
    }
}
