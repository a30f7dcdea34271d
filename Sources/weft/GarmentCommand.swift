import API
import ArgumentParser
import Domain

/// `weft garment`: clothes.
struct GarmentCommand: CloneableKindCommand {
    typealias Paths = Garments
    typealias Subject = GarmentName
    typealias Details = GarmentOptions
    typealias Photos = PhotoOptions
    typealias PhotoChanges = PhotoChangeOptions

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

    static let searchExample = ", such as 'color:blue season:winter worn:<3'"
    static let editing = CommandConfiguration(
        commandName: "edit", abstract: "Edit one of your garments.",
        discussion: """
            Options replace values: --color blue,white sets the colors and --color "" clears \
            them. Everything else stays.
            """)
    static let changeExample = "--color blue"
    static let cloning = (
        abstract: "Copy a garment that you see into your own.",
        discussion: "Copies its details, except its current state."
    )

    static func next(_ id: String) -> (why: TerminalText, command: TerminalText) {
        ("record a wear", "weft garment wear \(id)")
    }
}

/// The name of a garment: words, or an option.
struct GarmentName: NewThingArguments {
    @Argument(help: ArgumentHelp("Name.", valueName: "name"))
    var words: [String] = []

    @Option(help: "Name, as an option.")
    var name: String?

    var called: String { name ?? words.joined(separator: " ") }

    func validate() throws {
        if (name == nil) == words.isEmpty {
            throw ValidationError("Pass one name: weft garment add \"Blue shirt\".")
        }
    }
}
