import API
import ArgumentParser
import Domain

/// `weft closet`: closets with garments and outfits, and what these are worth.
struct ClosetCommand: KindCommand {
    typealias Paths = Closets
    typealias Subject = ClosetArguments
    typealias Details = NoteOption

    static let configuration = CommandConfiguration(
        commandName: "closet", abstract: "Manage closets, which hold garments and outfits.",
        discussion: "Search in:NAME lists the contents of a closet.",
        subcommands: [
            Add.self, List.self, Show.self, Fill.self, Edit.self, Remove.self, Stats.self,
        ])

    static let showing = "Show one closet and its contents."
    static let adding = CommandConfiguration(commandName: "new", abstract: "Create a closet.")
    static let editing = CommandConfiguration(
        commandName: "edit", abstract: "Rename or tag a closet, or edit its note.")
    static let changeExample = "--name Winter"

    static func next(_ id: String) -> (why: TerminalText, command: TerminalText) {
        ("add a garment", "weft closet add \(id) GARMENT")
    }

    struct Fill: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add garments and outfits to a closet.")

        @Argument(help: ArgumentHelp("The closet's ID or the end of it.", valueName: "closet"))
        var reference: String

        @Argument(help: ArgumentHelp("IDs of garments and outfits.", valueName: "ref"))
        var things: [String]

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.changed(FillCloset(reference, add: things))
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
                return try options.changed(FillCloset(reference, remove: things))
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
            guard output.form != .json else { return output.json(reply.body) }
            output.lines(WardrobeTable.stats(stats))
            if let first = stats.neverWorn.first {
                output.next("record a wear", "weft garment wear \(first.shortID)")
            }
        }
    }
}

/// The arguments that say which closet is to be created.
struct ClosetArguments: NewThingArguments {
    @Argument(help: "Name.")
    var name: String

    @Argument(help: ArgumentHelp("IDs of garments and outfits.", valueName: "ref"))
    var things: [String] = []

    var called: String { name }
}

/// `--note`, of things with no other details.
struct NoteOption: DetailOptions {
    @Option(help: "Your note.") var note: String?
}
