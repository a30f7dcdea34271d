import ArgumentParser
import Domain

/// What is said of a garment beside its name; where several values may stand, with commas between.
struct GarmentOptions: ParsableArguments {
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

    /// What was typed, by detail; no values where something is to go.
    var said: [Detail] {
        let single = [
            (DetailName.category, category), (.brand, brand), (.price, price),
            (.barcode, barcode), (.state, state), (.wearer, wearer), (.fit, fit),
            (.place, place),
        ]
        let lists = [
            (DetailName.color, color), (.fabric, fabric), (.style, style), (.season, season),
        ]
        return single.compactMap { name, text in
            text.map { Detail(name, $0.isEmpty ? [] : [$0]) }
        }
            + lists.compactMap { name, texts in
                texts.isEmpty ? nil : Detail(name, Self.parted(texts))
            }
    }

    /// `blue,white` and the like: the values, without outer blanks and empty ones.
    static func parted(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",") }.compactMap { part in
            let start = part.drop(while: \.isWhitespace)
            let end = start.lastIndex { !$0.isWhitespace }
            return end.map { String(start[...$0]) }
        }
    }

    fileprivate static func any(of words: [String]) -> String { words.joined(separator: ", ") }
}
