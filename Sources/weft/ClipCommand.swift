import API
import ArgumentParser
import Domain

/// `weft clip`: short films of places.
struct ClipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip", abstract: "Manage clips, short videos of places.",
        discussion: """
            A clip lasts 3 to 15 seconds and has one theme, at most five tags and a message of at \
            most 150 characters. weft reel PLACE shows the clips of a place.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Get.self, Save.self, Edit.self, Remove.self,
        ])

    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Edit one of your clips.",
            discussion: "Options replace values; everything else stays.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @Option(help: "Name.")
        var name: String?

        @OptionGroup var details: ClipOptions

        @Option(name: .shortAndLong, help: ArgumentHelp("Add these tags.", valueName: "tags"))
        var tag: [String] = []

        @Option(help: ArgumentHelp("Remove these tags.", valueName: "tags"))
        var untag: [String] = []

        @OptionGroup var options: GlobalOptions

        private var request: EditThing<Clips> {
            EditThing(
                reference, name: name, note: details.message, addTags: TagList.parted(tag),
                removeTags: TagList.parted(untag),
                details: details.said.map { DetailChange($0.name, values: $0.values) })
        }

        func validate() throws {
            if request == EditThing(reference) {
                throw ValidationError("Pass a change, for example --theme opening.")
            }
        }

        func run() throws {
            let (_, reply) = try options.client().send(request)
            try NamedTable.tellChanged(reply, options)
        }
    }
}

extension ClipCommand: ThingNoun {
    typealias Paths = Clips

    static let searchExample = ", such as 'theme:opening duration:<=10'"

    typealias List = ThingList<ClipCommand>
    typealias Show = ThingShow<ClipCommand>
    typealias Remove = ThingRemove<ClipCommand>
}

/// What is said of a clip beside its name and its film.
struct ClipOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The ID of the place it shows.", valueName: "place"))
    var place: String?

    @Option(help: "Theme, in a few words.")
    var theme: String?

    @Option(help: "Message, at most 150 characters.")
    var message: String?

    @Option(
        help: ArgumentHelp("Price of what is shown, such as 49.90EUR.", valueName: "price"))
    var price: String?

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        [(DetailName.place, place), (.theme, theme), (.price, price)].compactMap { name, text in
            text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
        }
    }
}
