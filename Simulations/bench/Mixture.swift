import API
import Domain
import Primitives

/// Objects of all kinds, in the proportions of somebody who stores more than links; object *i* is always the same.
///
///     of each thousand, by place
///     0..<100    garments      140..<740   links: those of the other rows
///     100..<140  places        740..<800   highlights of them
///     800..<830  outfits       830..<834   closets     834..<854   clips
///     the last 146 are reactions of others: 100 likes, 46 comments
struct Mixture {
    static let garments = 0..<100
    static let places = 100..<140
    static let links = 140..<740
    static let highlights = 740..<800
    static let outfits = 800..<830
    static let closets = 830..<834
    static let clips = 834..<854
    static let likes = 100
    static let comments = 46

    static let colors = ["black", "white", "red", "blue", "green", "grey", "brown", "yellow"]
    static let nouns = ["shirt", "trousers", "coat", "jumper", "boots", "trainers", "bag", "hat"]
    static let categories = [
        "clothes/shirts", "clothes/trousers", "clothes/coats", "clothes/knitwear", "shoes/boots",
        "shoes/trainers", "bags", "hats",
    ]
    static let fabrics = ["linen", "cotton", "wool", "silk", "denim"]
    static let themes = ["opening", "market", "street", "window", "evening"]
    private static let haunts = ["food/cafe", "food/bakery", "shop/books", "shop/clothes", "bench"]
    private static let brandCount = 2000

    private let workload: Workload
    /// The number of objects in thousands, including those of others.
    let thousands: Int

    /// Creates `count` objects, rounded down to thousands, and at least one thousand.
    init(_ workload: Workload, count: Int) {
        self.workload = workload
        thousands = max(1, count / 1000)
    }

    var count: Int { thousands * 1000 }
    /// The number of stored things, without the reactions of others.
    var things: Int { thousands * Self.clips.upperBound }
    var linkCount: Int { thousands * Self.links.count }

    /// Returns the things of a range of thousands as our own JSON; references are to things of the same file.
    ///
    /// - Parameter film: the film of every clip.
    func file(_ range: Range<Int>, film: String) throws -> [UInt8] {
        var text = Array("{\"format\":\"weft bookmarks\",\"version\":1,\"bookmarks\":[\n".utf8)
        for thousand in range {
            for place in 0..<Self.clips.upperBound {
                if text.last == UInt8(ascii: "}") { text += Array(",\n".utf8) }
                text += try RecordText.encode(
                    entry(thousand, place, among: range.lowerBound...thousand, film: film))
            }
        }
        return text + Array("\n]}\n".utf8)
    }

    /// Draws one of its brands.
    static func brand(_ dice: inout Dice) -> String {
        let number = dice.roll(below: brandCount)
        var letters = Dice(seed: UInt64(number))
        return word(&letters) + " " + word(&letters)
    }

    /// Draws a point in one of twenty towns, within about ten kilometres of its centre, or anywhere.
    static func point(_ dice: inout Dice) -> (latitude: Int, longitude: Int) {
        guard dice.roll(below: 4) > 0 else {
            return (45_000_000 + dice.roll(below: 10_000_000), dice.roll(below: 20_000_000))
        }
        let town = dice.roll(below: 20)
        return (
            45_500_000 + town * 480_000 + dice.roll(below: 180_000) - 90_000,
            500_000 + town * 7 % 20 * 950_000 + dice.roll(below: 260_000) - 130_000
        )
    }

    private struct Entry: Encodable {
        var type: String
        var url: String?
        var title: String
        var note: String?
        var tags: [String] = []
        var added: String
        var reference: String?
        var details: [String: [String]]?
    }

    private func entry(
        _ thousand: Int, _ place: Int, among range: ClosedRange<Int>, film: String
    ) throws -> Entry {
        let number = thousand * 1000 + place
        var dice = Dice(seed: UInt64(number))
        let seconds = 1_700_000_000 + number * 37
        var entry = Entry(
            type: "", title: "",
            tags: (0..<2).map { _ in Self.tag(&dice) },
            added: Timestamp.text(WallTime(milliseconds: UInt64(seconds) * 1000)))
        switch place {
        case Self.links: fill(&entry, with: link(thousand, place - Self.links.lowerBound))
        case Self.garments: dress(&entry, number, &dice)
        case Self.places: settle(&entry, number, &dice)
        case Self.highlights:
            let link = link(thousand, dice.roll(below: Self.links.count))
            entry.type = Kind.highlight.word
            entry.url = link.url
            entry.title = Self.words(9, &dice)
            entry.details = ["suffix": [Self.words(2, &dice)]]
        case Self.outfits: combine(&entry, range, &dice)
        case Self.closets:
            entry.type = Kind.closet.word
            entry.title = "closet " + Self.words(2, &dice)
            let things = (0..<40).map { _ in Self.reference(Self.garments, range, &dice) }
            entry.details = ["things": Set(things).sorted()]
        default:
            entry.type = Kind.clip.word
            entry.title = Self.words(3, &dice)
            entry.note = Self.words(6, &dice)
            entry.details = [
                "film": [film], "theme": [Self.pick(Self.themes, &dice)],
                "place": [Self.reference(Self.places, range, &dice)],
                "price": ["\(1 + dice.roll(below: 90)).50 EUR"],
            ]
        }
        return entry
    }

    private func fill(_ entry: inout Entry, with link: Link) {
        entry.type = Kind.link.word
        entry.url = link.url
        entry.title = link.title
        entry.tags = link.tags
    }

    private func dress(_ entry: inout Entry, _ number: Int, _ dice: inout Dice) {
        let noun = dice.roll(below: Self.nouns.count)
        let color = Self.pick(Self.colors, &dice)
        let fabric = Self.pick(Self.fabrics, &dice)
        entry.type = Kind.garment.word
        entry.title = "\(color) \(fabric) \(Self.nouns[noun]) \(Self.word(&dice))"
        entry.reference = Self.name(number)
        let currency = dice.roll(below: 5) < 3 ? "EUR" : "USD"
        entry.details = [
            "category": [Self.categories[noun]], "brand": [Self.brand(&dice)],
            "color": [color], "fabric": [fabric],
            "price": ["\(1 + dice.roll(below: 200)).90 \(currency)"],
            "season": [Self.pick(Garment.seasons, &dice)],
        ]
    }

    private func settle(_ entry: inout Entry, _ number: Int, _ dice: inout Dice) {
        let point = Self.point(&dice)
        entry.type = Kind.place.word
        entry.title = Self.words(2, &dice)
        entry.reference = Self.name(number)
        entry.details = [
            "categories": [Self.pick(Self.haunts, &dice)], "hours": ["mo-fr 09:00-18:00"],
            "position": [Self.spelled(point)],
        ]
    }

    private func combine(
        _ entry: inout Entry, _ range: ClosedRange<Int>, _ dice: inout Dice
    ) {
        var canvas = CanvasDraft([])
        for layer in 0..<4 {
            guard let garment = ThingReference(text: Self.reference(Self.garments, range, &dice))
            else { continue }
            _ = canvas.make(.put(LayerID(UInt32(layer + 1)), garment, PoseChange()))
        }
        entry.type = Kind.outfit.word
        entry.title = "outfit " + Self.words(2, &dice)
        entry.details = [
            "occasion": [Self.pick(["work", "party", "walk"], &dice)],
            "layers": canvas.marks.map(\.text).sorted(),
        ]
    }

    private func link(_ thousand: Int, _ place: Int) -> Link {
        workload[thousand * Self.links.count + place]
    }

    // MARK: Words

    /// Returns a point as people type it.
    static func spelled(_ point: (latitude: Int, longitude: Int)) -> String {
        GeoPosition(latitude: point.latitude, longitude: point.longitude)?.text ?? "0,0"
    }

    /// Draws one of the tags of the links.
    static func tag(_ dice: inout Dice) -> String {
        "tag" + String(String(1000 + dice.roll(below: 200)).dropFirst())
    }

    static func pick(_ words: [String], _ dice: inout Dice) -> String {
        words[dice.roll(below: words.count)]
    }

    private static func words(_ count: Int, _ dice: inout Dice) -> String {
        (0..<count).map { _ in word(&dice) }.joined(separator: " ")
    }

    private static func word(_ dice: inout Dice) -> String {
        let letters = (0..<3 + dice.roll(below: 6)).map { _ in UInt8(97 + dice.roll(below: 26)) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func name(_ number: Int) -> String {
        ThingReference(Bytes16(high: 1, low: UInt64(number))).text
    }

    private static func reference(
        _ places: Range<Int>, _ thousands: ClosedRange<Int>, _ dice: inout Dice
    ) -> String {
        let thousand = thousands.lowerBound + dice.roll(below: thousands.count)
        return name(thousand * 1000 + places.lowerBound + dice.roll(below: places.count))
    }
}
