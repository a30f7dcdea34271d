import API
import ArgumentParser
import Domain

/// `weft closet`: what hangs together, and what it is worth.
struct ClosetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "closet", abstract: "Manage closets, which hold garments and outfits.",
        discussion: "Search in:NAME lists the contents of a closet.",
        subcommands: [
            New.self, List.self, Show.self, Add.self, Edit.self, Remove.self, Stats.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create a closet.")

        @Argument(help: "Name.")
        var name: String

        @Argument(help: ArgumentHelp("IDs of garments and outfits.", valueName: "ref"))
        var things: [String] = []

        @Option(help: "Your note.")
        var note: String?

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Tags, separated by commas.", valueName: "tags"))
        var tag: [String] = []

        @Option(
            help: ArgumentHelp(
                "Who sees it: private, friends, public, group:NAME or @NAME (default: the "
                    + "audience of weft config, private at first).", valueName: "who"))
        var audience: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let audience = try AudienceWord.checked(audience, of: "--audience")
            let tags = TagList.parted(tag)
            let (_, reply) = try options.client().send(
                AddThing<Closets>(
                    name: name, note: note, tags: tags.isEmpty ? nil : tags, audience: audience,
                    things: things))
            try WardrobeTable.tellKept(
                reply, ClosetCommand.self, isNamed: audience != nil, options
            ) { ("add a garment", "weft closet add \($0) GARMENT") }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add garments and outfits to a closet.")

        @Argument(help: ArgumentHelp("The closet's ID or the end of it.", valueName: "closet"))
        var reference: String

        @Argument(help: ArgumentHelp("IDs of garments and outfits.", valueName: "ref"))
        var things: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try ClosetCommand.change(FillCloset(reference, add: things), options)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Rename or tag a closet, or edit its note.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "Name.")
        var name: String?

        @Option(help: "Your note.")
        var note: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Closets> {
            EditThing(
                reference, name: name, note: note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag))
        }

        func validate() throws {
            if request == EditThing(reference) {
                throw ValidationError("Pass a change, for example --name Winter.")
            }
        }

        func run() throws {
            try ClosetCommand.change(request, options)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Remove things from a closet, or move the closet to the trash.")

        @Argument(help: ArgumentHelp("The closet's ID or the end of it.", valueName: "closet"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "IDs or references to remove, as weft closet show prints them; without any, the "
                    + "closet itself.", valueName: "ref"))
        var things: [String] = []

        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard things.isEmpty else {
                return try ClosetCommand.change(FillCloset(reference, remove: things), options)
            }
            try options.done(RemoveThing<Closets>(reference))
        }
    }

    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Show what garments are worth, cost per wear and what was never worn."
        )

        @Argument(
            help: ArgumentHelp(
                "The closet's ID or the end of it (default: all your garments).",
                valueName: "closet"))
        var reference: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let client = try options.client()
            let (stats, reply) =
                try reference.map { try client.send(ShowClosetStats($0)) }
                ?? client.send(ShowStats())
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            output.lines(WardrobeTable.stats(stats))
            if let first = stats.neverWorn.first {
                output.next("record a wear", "weft garment wear \(first.shortID)")
            }
        }
    }

    // Changes a closet, and tells how it is then.
    private static func change<Change: ThingChange>(
        _ change: Change, _ options: GlobalOptions
    ) throws where Change.Output == NamedThingJSON {
        let output = options.output
        let (closet, reply) = try options.client().send(change)
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        output.line("\("✓", .good) " + NamedTable.line(closet))
        output.next("undo", "weft undo")
    }
}

extension ClosetCommand: ThingNoun {
    typealias Paths = Closets

    static let searchExample = ""
    static let showing = "Show one closet and its contents."

    typealias List = ThingList<ClosetCommand>
    typealias Show = ThingShow<ClosetCommand>
}
