import API
import ArgumentParser

extension GarmentCommand {
    struct Clone: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clone", abstract: "Copy a garment that you see into your own.",
            discussion: "Copies its details, except its current state.")

        @Argument(help: ArgumentHelp("Its ID or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var details: CloneOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let (_, reply) = try options.client().send(
                try details.request(of: reference, at: Garments.self))
            try WardrobeTable.tellKept(
                reply, GarmentCommand.self, isNamed: details.audience != nil, options
            ) { ("record a wear", "weft garment wear \($0)") }
        }
    }
}
