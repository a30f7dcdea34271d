import API
import ArgumentParser
import Domain

/// `weft garment`: what somebody has to wear.
struct GarmentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "garment", abstract: "Manage garments.",
        discussion: """
            Tags, shares, collections, rm, undo and log work with garments as with links. The days \
            on which you wore a garment are never shared.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, Wear.self, State.self, Clone.self,
            Remove.self,
        ])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a garment.")

        @Argument(help: ArgumentHelp("Name.", valueName: "name"))
        var words: [String] = []

        @Option(help: "Name, as an option.")
        var name: String?

        @OptionGroup var details: GarmentOptions
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

        func validate() throws {
            if (name == nil) == words.isEmpty {
                throw ValidationError("Pass one name: weft garment add \"Blue shirt\".")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            let audience = try AudienceWord.checked(audience, of: "--audience")
            var said = details.said.filter { !$0.values.isEmpty }
            let put = try photos.way.put(photos.photo, client, output)
            if !put.isEmpty { said.append(Detail(.photo, put)) }
            let request = AddThing<Garments>(
                name: name ?? words.joined(separator: " "), url: details.url, note: details.note,
                tags: TagList.parted(tag), audience: audience, details: said)
            let (kept, reply) = try client.send(request)
            guard output.form != .json else {
                output.json(reply.body)
                return
            }
            guard let id = kept.outcomes.first?.id else { return }
            let (garment, _) = try client.send(ShowThing<Garments>(id))
            output.line("\("✓", .good) " + NamedTable.line(garment))
            KeptWords.tellPlaces(kept, isNamed: audience != nil, output)
            KeptWords.proposeNext(
                kept.audience, tags: TagList.parted(tag),
                otherwise: ("record a wear", "weft garment wear \(garment.shortID)"),
                output)
        }
    }
}

extension GarmentCommand: ThingNoun {
    typealias Paths = Garments

    static let searchExample = ", such as 'color:blue season:winter worn:<3'"

    typealias List = ThingList<GarmentCommand>
    typealias Show = ThingShow<GarmentCommand>
    typealias Remove = ThingRemove<GarmentCommand>
}
