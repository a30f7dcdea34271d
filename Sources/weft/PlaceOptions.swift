import ArgumentParser
import Domain

/// What is said of a place beside its name.
struct PlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where it is: degrees north, degrees east, such as 52.520008,13.404954. Of one that "
                + "begins with a minus: --at=-33.86,151.21.", valueName: "lat,lon"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "What it is: food/cafe; one to \(PlaceDetails.categoriesMax), with commas between.",
            valueName: "paths"))
    var category: [String] = []

    @Option(help: "Street and town, as a letter would find it.")
    var address: String?

    @Option(
        help: ArgumentHelp(
            "When it is open: 'mo-fr 09:00-18:00; sa 10:00-14:00'.", valueName: "hours"))
    var hours: String?

    @Option(help: "How to reach it: a number, an address for mail.")
    var contact: String?

    @Option(help: "Its page.")
    var url: String?

    @Option(help: "What there is to know about it.")
    var note: String?

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        let single = [
            (DetailName.position, at), (.address, address), (.hours, hours), (.contact, contact),
        ]
        let all = single.compactMap { name, text in
            text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
        }
        return category.isEmpty
            ? all : all + [Detail(.categories, GarmentOptions.parted(category))]
    }
}
