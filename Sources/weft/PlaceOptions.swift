import ArgumentParser
import Domain

/// What is said of a place beside its name.
struct PlaceOptions: ParsableArguments {
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
