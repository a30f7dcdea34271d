import API
import ArgumentParser
import Domain

/// `weft outfit`: what somebody wears together.
struct OutfitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outfit", abstract: "Manage outfits: garments arranged together.",
        discussion: """
            An outfit is a canvas with garments in layers, yours and those friends share with you. \
            Two people can rearrange one at the same time. People you share it with see only the \
            garments they may see; for the others they see a placeholder.
            """,
        subcommands: [
            New.self, List.self, Show.self, Edit.self, Put.self, Take.self, Clear.self, Clone.self,
            Wear.self, Render.self, Suggest.self, Remove.self,
        ])

    /// Asks for changes of the layers, and tells how it looks then.
    static func arrange(
        _ reference: String, _ changes: [LayoutChangeJSON], _ options: GlobalOptions
    ) throws {
        tell(try options.client().send(ArrangeOutfit(reference, changes)), options)
    }

    /// Tells how an outfit is after a change.
    static func tell(_ told: (outfit: NamedThingJSON, reply: Reply), _ options: GlobalOptions) {
        let output = options.output
        guard output.form != .json else {
            output.json(told.reply.body)
            return
        }
        output.line("\("✓", .good) " + NamedTable.line(told.outfit))
        WardrobeTable.layers(of: told.outfit).forEach(output.line)
        output.next("undo", "weft undo")
    }

    struct New: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new", abstract: "Create an outfit from garments.",
            discussion: "Garments are placed about where they are worn; weft outfit put moves them."
        )

        @Argument(help: "Name.")
        var name: String

        @Argument(help: ArgumentHelp("IDs of garments, or the ends of them.", valueName: "ref"))
        var garments: [String] = []

        @OptionGroup var details: OutfitOptions
        @OptionGroup var photos: PhotoOptions

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
            let client = try options.client()
            var said = details.said.filter { !$0.values.isEmpty }
            let put = try photos.way.put(photos.photo, client, options.output)
            if !put.isEmpty { said.append(Detail(.photo, put)) }
            let (_, reply) = try client.send(
                AddThing<Outfits>(
                    name: name, note: details.note, tags: TagList.parted(tag), audience: audience,
                    details: said, things: garments))
            try WardrobeTable.tellKept(
                reply, OutfitCommand.self, isNamed: audience != nil, options
            ) { ("move its garments", "weft outfit put \($0) GARMENT --at 120,-40") }
        }
    }
}

extension OutfitCommand: ThingNoun {
    typealias Paths = Outfits

    static let searchExample = ", such as 'occasion:work worn:0'"
    static let showing = "Show one outfit with its layers, lowest first."
    static let removing = "Move an outfit to the trash; its garments stay."

    typealias List = ThingList<OutfitCommand>
    typealias Show = ThingShow<OutfitCommand>
    typealias Remove = ThingRemove<OutfitCommand>
}

/// What is said of an outfit beside its name; where several values may stand, with commas between.
struct OutfitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Occasions: work, party.", valueName: "occasions"))
    var occasion: [String] = []

    @Option(help: ArgumentHelp("Styles: casual, work.", valueName: "styles"))
    var style: [String] = []

    @Option(
        help: ArgumentHelp(
            "Seasons: \(Garment.seasons.joined(separator: ", ")).", valueName: "seasons"),
        completion: .list(Garment.seasons))
    var season: [String] = []

    @Option(help: "Your note.")
    var note: String?

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        [(DetailName.occasion, occasion), (.style, style), (.season, season)].compactMap {
            name, texts in
            texts.isEmpty ? nil : Detail(name, GarmentOptions.parted(texts))
        }
    }
}
