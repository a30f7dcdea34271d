import API
import ArgumentParser
import Domain

/// `weft place`: where somebody goes, and what is to be had there.
struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Keep places: shops, cafés, benches.",
        discussion: """
            near:52.52,13.405,5 finds what is within 5 km of a point, places and what names them; \
            sort:near puts the nearest first. weft reel shows the clips of a place. Whoever may \
            change things of a group may change its places.
            """,
        subcommands: [New.self, List.self, Show.self, Edit.self, Remove.self])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Keep a place.",
            discussion: "It has a name and at least one category; the rest is by choice.")

        @Argument(help: "What you call it.")
        var name: String

        @OptionGroup var details: PlaceOptions

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
            let request = NewThingRequest(
                name: name, url: details.url, note: details.note, tags: TagList.parted(tag),
                audience: audience, details: details.said.filter { !$0.values.isEmpty })
            let reply = try options.client().send(
                .post("/v1/places", JSONText.encode(request)))
            try WardrobeTable.tellKept(
                reply, PlaceCommand.self, isNamed: audience != nil, options
            ) { ("keep what is to be had there", "weft garment add NAME --place \($0)") }
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Change one of your places, or one of a group's.",
            discussion: """
                What is named is what stands there then; --hours "" says that nobody knows them. \
                What is left out stays, and one category at least.
                """)

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "What you call it.")
        var name: String?

        @OptionGroup var details: PlaceOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Put these tags on.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Take these tags off.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThingRequest {
            EditThingRequest(
                name: name, url: details.url, note: details.note, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThingRequest() {
                throw ValidationError(
                    "Say what to change, for example --hours 'mo-fr 09:00-18:00'.")
            }
        }

        func run() throws {
            let body = JSONText.encode(request)
            let reply = try options.client().send(.patch(PlaceCommand.path(reference), body))
            try NamedTable.tellChanged(reply, options)
        }
    }
}

extension PlaceCommand: ThingNoun {
    static let kind = Kind.place
    static let searchExample = ", such as 'near:52.52,13.405,5 sort:near category:food'"
    static let removing = "Move a place to the trash; what names it stays."

    typealias List = ThingList<PlaceCommand>
    typealias Show = ThingShow<PlaceCommand>
    typealias Remove = ThingRemove<PlaceCommand>
}
