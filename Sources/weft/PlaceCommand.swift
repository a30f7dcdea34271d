import API
import ArgumentParser
import Domain

/// `weft place`: where somebody goes, and what is to be had there.
struct PlaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Manage places: shops, cafés, benches.",
        discussion: """
            near:52.52,13.405,5 finds places within 5 km of a point, and things at them; sort:near \
            sorts by distance. weft reel shows the clips of a place. People who may edit things of \
            a group may also edit its places.
            """,
        subcommands: [
            New.self, List.self, Show.self, Edit.self, Remove.self, ClipCommand.self,
            ReelCommand.self,
        ])

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Add a place.",
            discussion: "A name and at least one category are required; the rest is optional.")

        @Argument(help: "Name.")
        var name: String

        @OptionGroup var details: PlaceOptions

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
            let request = AddThing<Places>(
                name: name, url: details.url, note: details.note, tags: TagList.parted(tag),
                audience: audience, details: details.said.filter { !$0.values.isEmpty })
            let (_, reply) = try options.client().send(request)
            try WardrobeTable.tellKept(
                reply, PlaceCommand.self, isNamed: audience != nil, options
            ) { ("add what is sold there", "weft garment add NAME --place \($0)") }
        }
    }

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your places, or one of a group's.",
            discussion: """
                Options replace values; --hours "" clears the opening hours. Everything else \
                stays. At least one category is required.
                """)

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "Name.")
        var name: String?

        @OptionGroup var details: PlaceOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Places> {
            EditThing(
                reference, name: name, url: details.url, note: details.note,
                addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThing(reference) {
                throw ValidationError(
                    "Pass a change, for example --hours 'mo-fr 09:00-18:00'.")
            }
        }

        func run() throws {
            let (_, reply) = try options.client().send(request)
            try NamedTable.tellChanged(reply, options)
        }
    }
}

extension PlaceCommand: ThingNoun {
    typealias Paths = Places

    static let searchExample = ", such as 'near:52.52,13.405,5 sort:near category:food'"
    static let removing = "Move a place to the trash; things that refer to it stay."

    typealias List = ThingList<PlaceCommand>
    typealias Show = ThingShow<PlaceCommand>
    typealias Remove = ThingRemove<PlaceCommand>
}
