import API
import ArgumentParser
import Domain

/// `weft place`: shops, cafés and other places.
struct PlaceCommand: KindCommand {
    typealias Paths = Places
    typealias Details = PlaceOptions

    static let configuration = CommandConfiguration(
        commandName: "place", abstract: "Manage places: shops, cafés, benches.",
        discussion: """
            near:52.52,13.405,5 finds places within 5 km of a point, and things at them; sort:near \
            sorts by distance. weft reel shows the clips of a place. People who may edit things of \
            a group may also edit its places.
            """,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, Remove.self, ClipCommand.self,
            ReelCommand.self,
        ])

    static let searchExample = ", such as 'near:52.52,13.405,5 sort:near category:food'"
    static let removing = "Move a place to the trash; things that refer to it stay."
    static let adding = CommandConfiguration(
        commandName: "new", abstract: "Add a place.",
        discussion: "A name and at least one category are required; the rest is optional.")
    static let editing = CommandConfiguration(
        commandName: "edit", abstract: "Edit one of your places, or one of a group's.",
        discussion: """
            Options replace values; --hours "" clears the opening hours. Everything else stays. \
            At least one category is required.
            """)
    static let changeExample = "--hours 'mo-fr 09:00-18:00'"

    static func next(_ id: String) -> (why: TerminalText, command: TerminalText) {
        ("add what is sold there", "weft garment add NAME --place \(id)")
    }
}

/// The options for the details of a place.
struct PlaceOptions: DetailOptions {
    @Option(
        help: ArgumentHelp(
            "Latitude and longitude in degrees, such as 52.520008,13.404954. If it "
                + "starts with a minus: --at=-33.86,151.21.", valueName: "lat,lon"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Categories: food/cafe; one to \(PlaceDetails.categoriesMax), separated by commas.",
            valueName: "paths"))
    var category: [String] = []

    @Option(help: "Street address.")
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Opening hours: 'mo-fr 09:00-18:00; sa 10:00-14:00'.", valueName: "hours"))
    var hours: String?

    @Option(help: "Contact: a phone number or email address.")
    var contact: String?

    @Option(help: "Address of its page.")
    var url: String?

    @Option(help: "Description.")
    var note: String?

    var said: [Detail] {
        [Detail](
            typed: [.position: at, .address: address, .hours: hours, .contact: contact],
            lists: [.categories: category])
    }
}
