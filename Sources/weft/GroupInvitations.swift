import API
import ArgumentParser
import Domain

extension GroupCommand {
    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite", abstract: "Invite people to a group.",
            discussion: """
                Prints an invitation to pass on. Keep it secret: anyone with it can join, up to \
                --uses people until --expires. Your node lets them in, so it has to be up and \
                reachable when they join.
                """)

        @Argument(help: "The name of the group.") var name: String

        @Option(
            help: ArgumentHelp(
                "Their role: viewer, editor or owner.", valueName: "role"))
        var role = "editor"

        @Option(help: ArgumentHelp("The number of people who can use it.", valueName: "number"))
        var uses = 1

        @Option(
            name: [.customLong("expires"), .customLong("ttl")],
            help: ArgumentHelp(
                "The time for which it is valid, such as 30m, 1h or 7d.", valueName: "time"))
        var ttl = "1h"

        @OptionGroup var picture: QROptions
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard GroupText.isGiven(role) else {
                throw ValidationError("--role takes \(GroupText.roles).")
            }
            try InvitationText.check(uses: uses, time: ttl)
        }

        func run() throws {
            let output = options.output
            guard
                let made = try options.reply(
                    to: InviteToGroup(
                        GroupText.name(name), role: role, uses: uses,
                        seconds: DurationText.seconds(ttl)))
            else { return }
            let invitation = made.invitation
            let group = invitation.group ?? name
            InvitationText.handOver(
                made, "join \(group, .strong) as \(invitation.role ?? role)",
                drawing: picture, to: output)
        }
    }

    struct Invites: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invites",
            abstract: "List your open group invitations.")

        @Option(help: ArgumentHelp("Revoke this one.", valueName: "number"))
        var revoke: Int?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            if let revoke {
                try options.done(RevokeInvite(revoke))
                output.next("list open invitations", "weft group invites")
                return
            }
            guard let page = try options.reply(to: ListInvites()) else { return }
            let invitations = page.items.filter { $0.group != nil }
            InvitationText.printTable(invitations, to: output)
            guard let first = invitations.first else {
                output.say("none")
                output.next("invite someone", "weft group invite NAME")
                return
            }
            output.next("revoke one", "weft group invites --revoke \(first.number)")
        }
    }
}
