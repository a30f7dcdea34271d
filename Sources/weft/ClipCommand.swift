import API
import ArgumentParser
import Domain

/// `weft clip`: short videos of places.
struct ClipCommand: KindCommand {
    typealias Paths = Clips
    typealias Details = ClipOptions

    static let configuration = CommandConfiguration(
        commandName: "clip", abstract: "Manage clips, short videos of places.",
        discussion: """
            A clip lasts 3 to 15 seconds and has one theme, at most five tags and a message of at \
            most 150 characters. weft reel PLACE shows the clips of a place.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Get.self, Save.self, Edit.self, Remove.self,
        ])

    static let searchExample = ", such as 'theme:opening duration:<=10'"
    static let changeExample = "--theme opening"
}

/// The options for the details of a clip but for its video.
struct ClipOptions: DetailOptions {
    @Option(help: ArgumentHelp("The ID of the place it shows.", valueName: "place"))
    var place: String?

    @Option(help: "Theme, in a few words.")
    var theme: String?

    @Option(help: "Message, at most 150 characters.")
    var message: String?

    @Option(
        help: ArgumentHelp("Price of what is shown, such as 49.90EUR.", valueName: "price"))
    var price: String?

    var note: String? { message }
    var said: [Detail] {
        [Detail](typed: [.place: place, .theme: theme, .price: price])
    }
}
