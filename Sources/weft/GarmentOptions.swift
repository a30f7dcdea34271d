import ArgumentParser
import Domain

/// What is said of a garment beside its name; where several values may stand, with commas between.
struct GarmentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What it is: shirts, or clothes/shirts.", valueName: "path"))
    var category: String?

    @Option(help: ArgumentHelp("Its colors.", valueName: "colors"))
    var color: [String] = []

    @Option(help: "Who made it.")
    var brand: String?

    @Option(help: ArgumentHelp("What it cost, such as 49.90EUR.", valueName: "price"))
    var price: String?

    @Option(help: ArgumentHelp("The 8, 12, 13 or 14 digits under its bars.", valueName: "digits"))
    var barcode: String?

    @Option(help: ArgumentHelp("What it is made of.", valueName: "fabrics"))
    var fabric: [String] = []

    @Option(help: ArgumentHelp("How it looks: casual, work.", valueName: "styles"))
    var style: [String] = []

    @Option(
        help: ArgumentHelp(
            "When: \(GarmentOptions.any(of: Garment.seasons)).", valueName: "seasons"),
        completion: .list(Garment.seasons))
    var season: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "For whom: \(GarmentOptions.any(of: Garment.wearers)).", valueName: "whom"),
        completion: .list(Garment.wearers))
    var wearer: String?

    @Option(help: ArgumentHelp("Its size, as the label says.", valueName: "size"))
    var fit: String?

    @Option(
        help: ArgumentHelp(
            "How it is: \(GarmentOptions.any(of: Garment.states)).", valueName: "state"),
        completion: .list(Garment.states))
    var state: String?

    @Option(help: "Where it is told of or sold.")
    var url: String?

    @Option(help: ArgumentHelp("The place where it is to be had: its id.", valueName: "place"))
    var place: String?

    @Option(help: "A few words of your own.")
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
