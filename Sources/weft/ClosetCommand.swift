import API
import ArgumentParser
import Domain

/// `weft closet`: what hangs together, and what it is worth.
struct ClosetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "closet", abstract: "Hang garments and outfits together: closets.",
        discussion: "What is in one is found by in:NAME.",
        subcommands: [
            New.self, List.self, Show.self, Add.self, Edit.self, Remove.self, Stats.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Keep a closet.")

        @Argument(help: "What you call it.")
        var name: String

        @Argument(help: ArgumentHelp("Ids of garments and outfits.", valueName: "ref"))
        var things: [String] = []

        @Option(help: "A few words of your own.")
        var note: String?

        @Option(
            name: .shortAndLong,
            help: ArgumentHelp("Tags, with commas between them.", valueName: "tags"))
        var tag: [String] = []

        @Option(
            help: ArgumentHelp(
                "Who sees it: private, friends, public, group:NAME or @NAME; else as weft "
                    + "config says, at first only you.", valueName: "who"))
        var audience: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let audience = try AudienceWord.checked(audience, of: "--audience")
            let tags = TagList.parted(tag)
            let request = NewWardrobeRequest(
                NewThingRequest(
                    name: name, note: note, tags: tags.isEmpty ? nil : tags, audience: audience),
                things: things)
            let reply = try options.client().send(
                .post("/v1/closets", JSONText.encode(request)))
            try WardrobeTable.tellKept(
                reply, ClosetCommand.self, isNamed: audience != nil, options
            ) { ("hang something in", "weft closet add \($0) GARMENT") }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Hang garments and outfits into a closet.")

        @Argument(help: ArgumentHelp("The closet's id, or the end of it.", valueName: "closet"))
        var reference: String

        @Argument(help: ArgumentHelp("Ids of garments and outfits.", valueName: "ref"))
        var things: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try ClosetCommand.fill(reference, FillRequest(add: things), options)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Call a closet otherwise, tag it, or note something.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "What you call it.")
        var name: String?

        @Option(help: "A few words of your own.")
        var note: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThingRequest {
            EditThingRequest(
                name: name, note: note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag))
        }

        func validate() throws {
            if request == EditThingRequest() {
                throw ValidationError("Say what to change, for example --name Winter.")
            }
        }

        func run() throws {
            let body = JSONText.encode(request)
            let reply = try options.client().send(.patch(ClosetCommand.path(reference), body))
            try ClosetCommand.tell(reply, options)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Take things out of a closet; or move it to the trash, and they stay.")

        @Argument(help: ArgumentHelp("The closet's id, or the end of it.", valueName: "closet"))
        var reference: String

        @Argument(
            help: ArgumentHelp(
                "Ids of what to take out, or references, as weft closet show says; none: the "
                    + "closet itself.", valueName: "ref"))
        var things: [String] = []

        @OptionGroup var options: GlobalOptions

        func run() throws {
            guard things.isEmpty else {
                return try ClosetCommand.fill(reference, FillRequest(remove: things), options)
            }
            let reply = try options.client().send(.delete(ClosetCommand.path(reference)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }

    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Say what garments are worth, what a day of wearing cost, and what never was."
        )

        @Argument(
            help: ArgumentHelp(
                "The closet's id, or the end of it; else all your garments.", valueName: "closet"))
        var reference: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let output = options.output
            let path = reference.map { ClosetCommand.path($0, "/stats") } ?? "/v1/closets/stats"
            let reply = try options.client().send(.get(path))
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            let stats = try Reading.decode(ClosetStatsJSON.self, from: reply)
            output.lines(WardrobeTable.stats(stats))
            if let first = stats.neverWorn.first {
                output.next("wear one", "weft garment wear \(first.shortID)")
            }
        }
    }

    private static func fill(
        _ reference: String, _ request: FillRequest, _ options: GlobalOptions
    ) throws {
        let body = JSONText.encode(request)
        try tell(options.client().send(.post(path(reference, "/things"), body)), options)
    }

    private static func tell(_ reply: Reply, _ options: GlobalOptions) throws {
        let output = options.output
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        let closet = try Reading.decode(NamedThingJSON.self, from: reply)
        output.line("\("✓", .good) " + NamedTable.line(closet))
        output.next("take it back", "weft undo")
    }
}

extension ClosetCommand: ThingNoun {
    static let kind = Kind.closet
    static let searchExample = ""
    static let showing = "Show one closet with what hangs in it."

    typealias List = ThingList<ClosetCommand>
    typealias Show = ThingShow<ClosetCommand>
}
