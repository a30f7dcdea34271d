import API
import ArgumentParser
import Domain

/// What `follow` and `mute` have in common.
enum Attending {
    static func list(_ path: String, _ options: GlobalOptions, none: Shown, next: Shown) throws {
        let output = options.output
        let reply = try options.client().send(.get(path))
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let follows = try Reading.decode(PageJSON<FollowJSON>.self, from: reply).items
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

    static func add(_ path: String, _ request: FollowRequest, _ options: GlobalOptions) throws {
        let reply = try options.client().send(.post(path, JSONText.encode(request)))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
    }

    static func remove(_ path: String, _ what: [String], _ options: GlobalOptions) throws {
        let name = Call.escaped(what.joined(separator: " "))
        let reply = try options.client().send(.delete("\(path)/\(name)"))
        Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
    }
}

/// `weft follow`: what comes in the feed.
struct FollowCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Follow people, tags, collections and searches.",
        discussion: """
            What others have of it comes in weft feed, on all your devices. Nobody is told, not \
            even whom you follow, unless you say --openly. Of a name that is a collection or a closet, what is in it is \
            followed; with --thing what names a thing: outfits and closets with a garment, what is \
            to be had at a place, and of a link what is marked in its page.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: Add.self)

    fileprivate static let path = "/v1/follows"

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Follow something.")

        @Argument(
            help: ArgumentHelp("@NAME, '#TAG', a collection, or a search.", valueName: "what"))
        var what: [String] = []

        @Option(
            help: ArgumentHelp("Follow what names this thing, such as a garment.", valueName: "ref")
        )
        var thing: String?

        @Flag(
            help: """
                Say so to those who see it, who count you: a thing, or a person who has a profile.
                """)
        var openly = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if what.isEmpty == (thing == nil) {
                throw ValidationError(
                    "Say what to follow: @NAME, '#TAG', a search, or --thing REF.")
            }
        }

        func run() throws {
            let typed = what.joined(separator: " ")
            try Attending.add(
                path,
                FollowRequest(
                    what: what.isEmpty ? nil : typed, thing: thing, openly: openly ? true : nil),
                options)
            options.output.next("what it brings", "weft feed")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List what you follow.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try Attending.list(
                path, options, none: "you follow nothing", next: "weft follow @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Follow something no longer.")

        @Argument(help: ArgumentHelp("As ls shows it, or its id.", valueName: "what"))
        var what: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws { try Attending.remove(path, what, options) }
    }
}

/// `weft mute`: what is left out.
struct MuteCommand: BeginsWithReference {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Leave what you do not want to see out, and tell nobody.",
        discussion: """
            What a person has, or what others tag so, comes in no feed, no weft rate, no weft \
            recommend, and no search that does not ask for is:muted or by:@NAME; what a person \
            says of things is neither shown nor counted. It still syncs, and he is not told. To keep somebody away altogether: weft friend block @NAME.
            """,
        subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: Add.self)

    fileprivate static let path = "/v1/mutes"

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Mute somebody or a tag.")

        @Argument(help: "@NAME or '#TAG'.") var what: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try Attending.add(path, FollowRequest(what: what), options)
            options.output.next("hear of it again", "weft mute rm \(ShellWord.quoted(what))")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List what you have muted.")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try Attending.list(path, options, none: "nothing is muted", next: "weft mute @NAME")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Mute something no longer.")

        @Argument(help: ArgumentHelp("As ls shows it, or its id.", valueName: "what"))
        var what: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws { try Attending.remove(path, what, options) }
    }
}
