import API
import ArgumentParser
import Domain

extension GroupCommand {
    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite", abstract: "Invite people to a group.",
            discussion: """
                Prints an invitation to pass on, at most 120 characters. Keep it secret: anyone \
                with it can join, up to --uses people until --expires. Your node lets them in, so \
                it has to be up and reachable when they join; with --long the line is longer, and \
                waits at their node until yours is reached. With --code it prints a code to read \
                out to one person in the same room, and waits.
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

        @Flag(help: "Print the line that waits until your node is reached.") var long = false

        @Flag(help: "Make a short code for one person in the same room.") var code = false

        @OptionGroup var picture: QROptions
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard !(long && code) else {
                throw ValidationError("--long and --code exclude each other.")
            }
            guard !code || uses == 1 && ttl == "1h" && !picture.qr else {
                throw ValidationError("A code is for one person and ten minutes, and no picture.")
            }
            guard GroupText.isGiven(role) else {
                throw ValidationError("--role takes \(GroupText.roles).")
            }
            try InvitationText.check(uses: uses, time: ttl)
        }

        func run() throws {
            let output = options.output
            if code {
                let meeting = MeetingByCode(
                    options: options, client: try options.client(), name: nil, isAgreed: true,
                    group: GroupText.name(name), role: role)
                return try meeting.awaitMember()
            }
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
                text: long ? made.text : made.line ?? made.text, drawing: picture, to: output)
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
