import API
import ArgumentParser
import Domain

/// `weft outfit`: garments that are worn together.
struct OutfitCommand: CloneableKindCommand {
    typealias Paths = Outfits
    typealias Subject = OutfitArguments
    typealias Details = OutfitOptions
    typealias Photos = PhotoOptions
    typealias PhotoChanges = PhotoChangeOptions

    static let configuration = CommandConfiguration(
        commandName: "outfit", abstract: "Manage outfits: garments arranged together.",
        discussion: """
            An outfit is a canvas with garments in layers, yours and those friends share with you. \
            Two people can rearrange one at the same time. People you share it with see only the \
            garments they may see; for the others they see a placeholder.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, Put.self, Take.self, Clear.self, Clone.self,
            Wear.self, Render.self, Suggest.self, Remove.self,
        ])

    static let searchExample = ", such as 'occasion:work worn:0'"
    static let showing = "Show one outfit with its layers, lowest first."
    static let removing = "Move an outfit to the trash; its garments stay."
    static let adding = CommandConfiguration(
        commandName: "new", abstract: "Create an outfit from garments.",
        discussion: "Garments are placed about where they are worn; weft outfit put moves them.")
    static let editing = CommandConfiguration(
        commandName: "edit", abstract: "Edit one of your outfits.",
        discussion: """
            Options replace values; --occasion "" clears the occasions. Everything else stays. \
            Use put, take and clear to change layers.
            """)
    static let changeExample = "--occasion work"
    static let cloning = (
        abstract: "Copy an outfit that you see into your own.",
        discussion: """
        The copy refers to the same garments; those you may not see are left out. weft \
        garment clone copies a garment.
        """
    )

    static func next(_ id: String) -> (why: TerminalText, command: TerminalText) {
        ("move its garments", "weft outfit put \(id) GARMENT --at 120,-40")
    }
}

/// The arguments that say which outfit is to be created.
struct OutfitArguments: NewThingArguments {
    @Argument(help: "Name.")
    var name: String

    @Argument(help: ArgumentHelp("IDs of garments, or the ends of them.", valueName: "ref"))
    var garments: [String] = []

    var called: String { name }
    var things: [String] { garments }
}

/// The options for the details of an outfit; several values have commas between.
struct OutfitOptions: DetailOptions {
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

    var said: [Detail] {
        [Detail](typed: [:], lists: [.occasion: occasion, .style: style, .season: season])
    }
}
