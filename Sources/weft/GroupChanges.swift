import API
import ArgumentParser
import Domain

extension GroupCommand {
    struct Role: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Change a member's role.")

        @OptionGroup var member: GroupMemberArguments
        @Argument(help: "The new role: viewer, editor or owner.") var role: String
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard GroupText.isGiven(role) else {
                throw ValidationError(
                    "The role must be one of \(GroupText.roles). To change the head: "
                        + "weft group hand-over NAME MEMBER.")
            }
        }

        func run() throws {
            let person = try member.person(options.client())
            try options.done(SetMemberRole(member.groupName, person, role: role))
            options.output.next(member.next.why, member.next.command)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a member from a group.",
            discussion: """
                They cannot read what is written there from now on; they keep what they already \
                received.
                """)

        @OptionGroup var member: GroupMemberArguments
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            // What the node will refuse needs no confirmation.
            let own = try GroupCommand.role(in: member.group, client) ?? .viewer
            let mayDo = own >= .owner && !member.isMe
            let group = member.groupName
            try options.done(
                RemoveMember(group, try member.person(client)),
                ifConfirmed:
                    "Remove \(member.who) from \(group)? They keep what they already received.",
                isForced: force || !mayDo, next: member.next)
        }
    }

    struct HandOver: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hand-over", abstract: "Make another member the head; you become an owner."
        )

        @OptionGroup var member: GroupMemberArguments
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let own = try GroupCommand.role(in: member.group, client)
            let mayDo = own == .head && !member.isMe
            let group = member.groupName
            try options.done(
                HandOverGroup(group, to: try member.person(client)),
                ifConfirmed: "Hand \(group) over to \(member.who)? Only they could hand it back.",
                isForced: force || !mayDo, next: member.next)
        }
    }

    struct Leave: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "leave", abstract: "Leave a group.",
            discussion: "You keep what you have of it; nothing more arrives.")

        @Argument(help: "The name of the group.") var name: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let mayDo = try GroupCommand.role(in: name, try options.client()) != .head
            try options.done(
                LeaveGroup(GroupText.name(name)),
                ifConfirmed: "Leave \(GroupText.name(name))? Only an owner can let you in again.",
                isForced: force || !mayDo, next: ("list your groups", "weft group ls"))
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit a group's description, or your name for it.",
            discussion: "All members see the description; only you see the name.")

        @Argument(help: "The name of the group.") var group: String
        @Option(help: "Your name for it.") var name: String?
        @Option(name: .shortAndLong, help: "The description; \"\" removes it.")
        var description: String?
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if name == nil, description == nil {
                throw ValidationError("Pass a change: --name or --description.")
            }
        }

        func run() throws {
            let new = name.map(GroupText.name)
            try options.done(
                EditGroup(GroupText.name(group), name: new, description: description))
            options.output.next("show it", "weft group show \(word(new ?? group))")
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a group; only you see the name.")

        @Argument(help: "Its name.") var name: String
        @Argument(help: "The new name.") var to: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let new = GroupText.name(to)
            try options.done(EditGroup(GroupText.name(name), name: new))
            options.output.next("list its contents", "weft ls \(GroupText.search(new))")
        }
    }

    struct Dissolve: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Dissolve a group and end all memberships.",
            discussion:
                "Everyone keeps what they have; nothing more arrives. Only the head can do this.")

        @Argument(help: "Its name.") var name: String
        @Flag(name: .shortAndLong, help: "Skip the confirmation.") var force = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let mayDo = try GroupCommand.role(in: name, try options.client()) == .head
            try options.done(
                DissolveGroup(GroupText.name(name)),
                ifConfirmed: "Dissolve \(GroupText.name(name))? This cannot be undone.",
                isForced: force || !mayDo, next: ("list your groups", "weft group ls"))
        }
    }

    /// This person's role in the group, and so what the node refuses them; nil if they are not in it.
    private static func role(in name: String, _ client: Client) throws -> GroupRole? {
        try client.ask(ShowGroup(GroupText.name(name))).role.flatMap(GroupRole.init)
    }

    /// The name as one word for the shell.
    private static func word(_ name: String) -> String {
        ShellText.quoted(GroupText.name(name))
    }
}

/// The arguments that name a group and one of its members.
struct GroupMemberArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The name of the group.", valueName: "name"))
    var group: String

    @Argument(help: "The member's name or the start of their ID.") var who: String

    /// The name of the group, without `group:`.
    var groupName: String { GroupText.name(group) }

    /// The command to propose after a change.
    var next: (why: TerminalText, command: TerminalText) {
        ("list the members", "weft group members \(ShellText.quoted(groupName))")
    }

    /// Somebody typed themselves.
    var isMe: Bool { who.lowercased() == "me" }

    /// The member as the node knows them: `me` is nobody's name there.
    func person(_ client: Client) throws -> String {
        guard isMe else { return who }
        return try client.ask(ShowIdentity()).person
    }
}
