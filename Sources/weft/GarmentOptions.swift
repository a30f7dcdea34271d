import ArgumentParser
import Domain

/// The options for the details of a garment; several values have commas between.
struct GarmentOptions: DetailOptions {
    @Option(help: ArgumentHelp("Category: shirts, or clothes/shirts.", valueName: "path"))
    var category: String?

    @Option(help: ArgumentHelp("Colors.", valueName: "colors"))
    var color: [String] = []

    @Option(help: "Brand.")
    var brand: String?

    @Option(help: ArgumentHelp("Price, such as 49.90EUR.", valueName: "price"))
    var price: String?

    @Option(help: ArgumentHelp("Barcode number of 8, 12, 13 or 14 digits.", valueName: "digits"))
    var barcode: String?

    @Option(help: ArgumentHelp("Fabrics.", valueName: "fabrics"))
    var fabric: [String] = []

    @Option(help: ArgumentHelp("Styles: casual, work.", valueName: "styles"))
    var style: [String] = []

    @Option(
        help: ArgumentHelp(
            "Seasons: \(GarmentOptions.any(of: Garment.seasons)).", valueName: "seasons"),
        completion: .list(Garment.seasons))
    var season: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Wearer: \(GarmentOptions.any(of: Garment.wearers)).", valueName: "whom"),
        completion: .list(Garment.wearers))
    var wearer: String?

    @Option(help: ArgumentHelp("Size, as on the label.", valueName: "size"))
    var fit: String?

    @Option(
        help: ArgumentHelp(
            "State: \(GarmentOptions.any(of: Garment.states)).", valueName: "state"),
        completion: .list(Garment.states))
    var state: String?

    @Option(help: "Address of its page.")
    var url: String?

    @Option(help: ArgumentHelp("ID of the place that sells it.", valueName: "place"))
    var place: String?

    @Option(help: "Your note.")
    var note: String?

    var said: [Detail] {
        [Detail](
            typed: [
                .category: category, .brand: brand, .price: price, .barcode: barcode,
                .state: state, .wearer: wearer, .fit: fit, .place: place,
            ], lists: [.color: color, .fabric: fabric, .style: style, .season: season])
    }

    fileprivate static func any(of words: [String]) -> String { words.joined(separator: ", ") }
}
