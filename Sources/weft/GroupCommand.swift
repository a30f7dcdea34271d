import API
import ArgumentParser
import Domain

/// `weft group`: people who keep links together.
struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Manage groups and their members.",
        discussion: """
            A viewer reads; an editor also adds, edits and removes things; an owner also invites \
            and removes people. One member is the head, who also appoints owners. You can type a \
            name as lab or group:lab; only you see it.
            """,
        subcommands: [
            New.self, List.self, Show.self, Edit.self, Invite.self, Invites.self, Members.self,
            Role.self, Remove.self, HandOver.self, Leave.self, Rename.self, Dissolve.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create a group; you become its head.")

        @Argument(help: "Its name.") var name: String
        @Option(name: .shortAndLong, help: "Its description.") var description = ""
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard
                let group = try options.reply(
                    to: NewGroup(
                        name: GroupText.name(name),
                        description: description.isEmpty ? nil : description))
            else { return }
            output.say("\("✓", .good) \(group.name, .strong) created; you are its head")
            let word = ShellText.quoted(group.name)
            output.next("invite someone", "weft group invite \(word)")
            output.next("save a link there", "weft add URL --audience \(audience(group.name))")
        }

        private func audience(_ name: String) -> String { ShellText.quoted("group:" + name) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List your current and former groups.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListGroups()) else { return }
            var table = Table(heads: ["GROUP", "YOU ARE", "MEMBERS", "THINGS"])
            let groups = page.items
            for group in groups { table.add(Self.row(group)) }
            table.print(to: output)
            guard let first = groups.first(where: { $0.state == "member" }) else {
                if groups.isEmpty { output.say("no groups yet") }
                output.next("create one", "weft group new NAME")
                output.next("or join one", "weft join INVITATION")
                return
            }
            output.next("list the contents of one", "weft ls \(GroupText.search(first.name))")
        }

        private static func absence(_ refusal: String?) -> String {
            guard let refusal else { return "not a member: you left or were refused" }
            return "not let in: \(InvitationText.why(refusal))"
        }

        static func row(_ group: GroupJSON) -> [TerminalText] {
            let standing: TerminalText =
                switch group.state {
                case "member": "\(group.role ?? "member", .good)"
                case "joining": "\("waiting to be let in", .notable)"
                case "left": "\(Self.absence(group.refusal))"
                case "removed": "no longer a member: you were removed, or it was dissolved"
                default: "\(group.state)"
                }
            return [
                "\(group.name, .strong)", standing, "\(group.memberCount)", "\(group.linkCount)",
            ]
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one group and its description.")

        @Argument(help: "Its name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let group = try options.reply(to: ShowGroup(GroupText.name(name))) else { return }
            var table = Table(heads: ["GROUP", "YOU ARE", "MEMBERS", "THINGS", "FOUNDED BY"])
            let row = List.row(group) + ["\(AuthorLabel.shown(group.founder))"]
            table.add(output.form == .plain ? row + ["\(group.description)"] : row)
            table.print(to: output)
            if output.form != .plain, !group.description.isEmpty {
                output.lines(TerminalText.lines(of: group.description).map { "  " + $0 })
            }
            let word = ShellText.quoted(group.name)
            if group.description.isEmpty, let role = group.role.flatMap(GroupRole.init),
                role >= .editor
            {
                output.next("add a description", "weft group edit \(word) --description TEXT")
            } else {
                output.next("list the members", "weft group members \(word)")
            }
        }
    }

    struct Members: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "members", abstract: "List the members of a group.")

        @Argument(help: "Its name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            guard let page = try options.reply(to: ListMembers(GroupText.name(name))) else {
                return
            }
            var table = Table(heads: ["MEMBER", "ID", "ROLE", "DEVICES", "LAST SEEN"])
            let members = page.items
            for member in members { table.add(Self.row(member, in: output.form)) }
            table.print(to: output)
            let own = members.first { $0.author.me }.flatMap { GroupRole(rawValue: $0.role) }
            if let own, own >= .owner {
                let word = ShellText.quoted(GroupText.name(name))
                output.next("invite someone", "weft group invite \(word)")
            } else {
                output.next(
                    "list its contents", "weft ls \(GroupText.search(GroupText.name(name)))")
            }
        }

        static func row(_ member: GroupMemberJSON, in form: Output.Form) -> [TerminalText] {
            let last = member.lastSeen.map { TimeText.shown($0, in: form) } ?? "never"
            let seen = member.author.me || member.connected ? "now" : last
            // Whoever has just come has told nobody their name yet; their id stands beside it.
            let isNameless = member.author.name.isEmpty && !member.author.me
            return [
                isNameless ? "joining" : "\(AuthorLabel.shown(member.author))",
                "\(String(member.author.id.prefix(8)))", "\(member.role)",
                "\(member.deviceCount)", "\(seen)",
            ]
        }
    }
}
