import API
import ArgumentParser
import Domain

/// `weft clip`: short films of places.
struct ClipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip", abstract: "Keep short films of places: clips.",
        discussion: """
            A clip lasts 3 to 15 seconds, has one theme, at most five tags and a message of 150 \
            characters. weft reel PLACE shows those of a place.
            """,
        subcommands: [Add.self, List.self, Show.self, Edit.self, Remove.self])

    static func path(_ reference: String, _ part: String = "") -> String {
        "/v1/clips/\(Call.escaped(reference))\(part)"
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List clips, all or those that match.")

        @Argument(help: "A search, such as 'theme:opening duration:<=10'.")
        var query: [String] = []

        @OptionGroup var list: ListOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            try list.run(query.joined(separator: " "), of: .clip, options)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one clip with everything about it.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try ShowCommand.show(ClipCommand.path(reference), options)
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change what is said of one of your clips.",
            discussion: "What is named is what stands there then. What is left out stays.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "What you call it.")
        var name: String?

        @OptionGroup var details: ClipOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThingRequest {
            EditThingRequest(
                name: name, note: details.message, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThingRequest() {
                throw ValidationError("Say what to change, for example --theme opening.")
            }
        }

        func run() throws {
            let body = try Reading.encode(request)
            let reply = try options.client().send(.patch(ClipCommand.path(reference), body))
            try NamedTable.tellChanged(reply, options)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm", abstract: "Move a clip to the trash; undo brings it back.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let reply = try options.client().send(.delete(ClipCommand.path(reference)))
            Reports.print(try Reading.decode(DoneJSON.self, from: reply), reply, options.output)
        }
    }
}

extension ClipCommand: WardrobeNoun {
    static let noun = "clip"
}

/// What is said of a clip beside its name and its film.
struct ClipOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The place that it shows: its id.", valueName: "place"))
    var place: String?

    @Option(help: "What it is about, in a few words.")
    var theme: String?

    @Option(help: "What to say with it, at most 150 characters.")
    var message: String?

    @Option(
        help: ArgumentHelp("What is shown costs so much, such as 49.90EUR.", valueName: "price"))
    var price: String?

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        [(DetailName.place, place), (.theme, theme), (.price, price)].compactMap { name, text in
            text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
        }
    }
}
