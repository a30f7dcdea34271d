import API
import ArgumentParser
import Domain

/// The list that `follow` and `mute` have in common.
enum FollowList {
    static func list(
        _ answered: (PageJSON<FollowJSON>, Reply), _ options: GlobalOptions, none: TerminalText,
        next: TerminalText
    ) throws {
        let output = options.output
        let (page, reply) = answered
        guard output.form != .json else { return output.json(reply.body) }
        let follows = page.items
        var table = Table(elastic: 1)
        for follow in follows {
            table.add(
                output.form == .plain
                    ? ["\(follow.id)", "\(follow.name)", "\(follow.form)", "\(follow.value)"]
                    : [
                        "\(follow.shortID, .faint)", "\(follow.name)",
                        "\(follow.openly ? follow.form + ", openly" : follow.form, .faint)",
                    ])
        }
        table.print(to: output)
        if follows.isEmpty {
            output.say(none)
            output.next("begin", next)
        }
    }
}

/// `weft follow`: what comes in the feed.
struct FollowCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Follow people, tags, collections and searches.",
        discussion: """
            Matching things that others share appear in weft feed on all your devices. Nobody \
            learns what you follow, unless you pass --openly. Following a collection or closet by \
            name follows its contents. --thing follows what refers to a thing: outfits and closets \
            with a garment, things at a place, passages marked in the page of a link.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: Add.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Follow something.")

        @Argument(
            help: ArgumentHelp("@NAME, '#TAG', a collection, or a search.", valueName: "what"))
        var what: [String] = []

        @Option(
            help: ArgumentHelp(
                "Follow what refers to this thing, such as a garment.", valueName: "ref")
        )
        var thing: String?

        @Flag(
            help: """
                Make it visible and counted, for a thing or a person with a profile.
                """)
        var openly = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if what.isEmpty == (thing == nil) {
                throw ValidationError(
                    "Pass what to follow: @NAME, '#TAG', a search, or --thing REF.")
            }
        }

        func run() throws {
            let typed = what.joined(separator: " ")
            try options.done(
                AddFollow(
                    what: what.isEmpty ? nil : typed, thing: thing, openly: openly ? true : nil))
            options.output.next("see your feed", "weft feed")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List what you follow.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try FollowList.list(
                options.client().send(ListFollows()), options, none: "you follow nothing",
                next: "weft follow @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Stop following something.")

        @Argument(help: ArgumentHelp("As printed by ls, or its ID.", valueName: "what"))
        var what: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws { try options.done(RemoveFollow(what.joined(separator: " "))) }
    }
}

/// `weft mute`: what is left out.
struct MuteCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Hide a person or tag, without telling anyone.",
        discussion: """
            Things of a muted person, or tagged by others with a muted tag, are left out of the \
            feed, weft rate, weft recommend and searches, except with is:muted or by:@NAME. A \
            muted person's reactions and comments are neither shown nor counted. Their things \
            still sync, and they are not told. To block someone completely: weft friend block \
            @NAME.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: Add.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Mute a person or tag.")

        @Argument(help: "@NAME or '#TAG'.") var what: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.done(AddMute(what: what))
            options.output.next("unmute", "weft mute rm \(ShellText.quoted(what))")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List what you have muted.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try FollowList.list(
                options.client().send(ListMutes()), options, none: "nothing muted",
                next: "weft mute @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Unmute something.")

        @Argument(help: ArgumentHelp("As printed by ls, or its ID.", valueName: "what"))
        var what: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws { try options.done(RemoveMute(what.joined(separator: " "))) }
    }
}
