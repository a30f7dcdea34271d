import API
import ArgumentParser

extension GarmentCommand {
    struct Clone: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clone", abstract: "Keep a garment of your own like one that you see.",
            discussion: "What is said of it is copied, but for how it is just now.")

        @Argument(help: ArgumentHelp("Its id, or the end of it.", valueName: "ref"))
        var reference: String

        @OptionGroup var details: CloneOptions
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let body = JSONText.encode(try details.request)
            let reply = try options.client().send(
                .post(GarmentCommand.path(reference) + "/clone", body))
            try WardrobeTable.tellKept(
                reply, GarmentCommand.self, isNamed: details.audience != nil, options
            ) { ("on a day you wear it", "weft garment wear \($0)") }
        }
    }
}
