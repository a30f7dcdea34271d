import API
import ArgumentParser
import Domain

/// `weft invite`: becomes friends with whoever comes, and lists and revokes every invitation.
struct InviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite people to become your friends.",
        discussion: """
            Prints an invitation to pass on. Keep it secret: anyone with it becomes your friend \
            without further confirmation, up to --uses people until --expires. Your node lets them \
            in, so it has to be up and reachable when they join. To invite people into a group: \
            weft group invite.
            """,
        subcommands: [New.self, List.self, Revoke.self], defaultSubcommand: New.self)

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create an invitation (what weft invite does).")

        @Option(
            help: ArgumentHelp(
                "The time for which it is valid, such as 30m, 1h or 7d.", valueName: "time"))
        var expires = "1d"

        @Option(help: ArgumentHelp("The number of people who can use it.", valueName: "number"))
        var uses = 1

        @OptionGroup var picture: QROptions
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            try InvitationText.check(uses: uses, time: expires)
        }

        func run() throws {
            let output = options.output
            guard
                let made = try options.reply(
                    to: InviteFriend(uses: uses, seconds: DurationText.seconds(expires)))
            else { return }
            InvitationText.handOver(
                made, "become your friend with it", text: made.text, drawing: picture, to: output)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List your open invitations.",
            discussion: "Includes those into groups. Invitations you received: weft pending.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListInvites()) else { return }
            let invitations = page.items
            InvitationText.printTable(invitations, to: output)
            guard let first = invitations.first else {
                output.say("none")
                return output.next("invite someone", "weft invite")
            }
            output.next("revoke one", "weft invite revoke \(first.number)")
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke an invitation.",
            discussion: "People who already used it stay your friends or group members.")

        @Argument(help: "Its number, from weft invite ls.") var number: Int
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(RevokeInvite(number))
            options.output.next("list open invitations", "weft invite ls")
        }
    }
}
