import CRDT
package import Domain

/// What lies where in an outfit, one of its layers.
package struct LayerJSON: Codable, Equatable, Sendable {
    /// Its name in this outfit.
    package var layer: String
    /// By what the outfit names the garment.
    package var garment: String
    /// From the middle to the right.
    package var x: Int
    /// From the middle down.
    package var y: Int
    /// 1 is a box of 200 by 200.
    package var scale: Double
    /// Degrees clockwise.
    package var rotation: Int
    /// Its place in the order, the lowest is 1.
    package var z: Int
    /// The garment; absent if this person cannot see it, and in lists.
    package var thing: PartJSON?

    /// The layer as a client sees it.
    init(_ layer: Canvas.Layer, number: Int, of outfit: Bookmark) {
        self.layer = layer.id.text
        garment = layer.garment.text
        (x, y, rotation, z) = (layer.x, layer.y, layer.turn, number)
        scale = Double(layer.scale) / 1000
        thing = outfit.part(layer.garment).map(PartJSON.init)
    }
}

/// Something that hangs in a closet.
package struct ClosetThingJSON: Codable, Equatable, Sendable {
    /// By what the closet names it.
    package var reference: String
    /// It; absent if this person cannot see it, and in lists.
    package var thing: PartJSON?
}

/// A thing within another one, in few words.
package struct PartJSON: Codable, Equatable, Sendable {
    package var id: String
    package var shortID: String
    package var type: String
    package var name: String
    package var category: String?
    package var colors: [String]
    package var author: AuthorJSON
    package var trashed: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, name, category, colors, author, trashed
        case shortID = "short_id"
    }

    /// The thing as a client sees it.
    package init(_ thing: Bookmark) {
        id = thing.id.text
        shortID = thing.id.short
        type = thing.kind.word
        name = thing.title
        category = thing.details[.category].first
        colors = thing.details[.color]
        author = AuthorJSON(thing.author)
        trashed = thing.isTrashed
    }
}

/// What goes together.
package struct AdviceJSON: Codable, Equatable, Sendable {
    /// From head to feet.
    package var pieces: [Piece]
    /// Places on a body for which nothing fits.
    package var lacking: [String]

    /// One garment, and why it.
    package struct Piece: Codable, Equatable, Sendable {
        /// Where it is worn.
        package var slot: String
        package var thing: PartJSON
        package var reasons: [String]
    }

    /// The advice as a client sees it.
    package init(_ advice: OutfitAdvice) {
        pieces = advice.pieces.map {
            Piece(slot: $0.slot.rawValue, thing: PartJSON($0.garment), reasons: $0.reasons)
        }
        lacking = advice.lacking.map(\.rawValue)
    }
}

/// What garments are worth, and how they are worn.
package struct ClosetStatsJSON: Codable, Equatable, Sendable {
    package var garments: Int
    package var ofOthers: Int
    package var hidden: Int
    package var unpriced: Int
    /// A price for each currency.
    package var value: [String]
    package var best: [WorthJSON]
    package var worst: [WorthJSON]
    package var neverWorn: [PartJSON]
    package var neverWornCount: Int

    /// What a day of wearing something has cost.
    package struct WorthJSON: Codable, Equatable, Sendable {
        package var thing: PartJSON
        package var costPerWear: String
        package var days: Int

        private enum CodingKeys: String, CodingKey {
            case thing, days
            case costPerWear = "cost_per_wear"
        }

        /// The worth as a client sees it.
        package init(_ worth: ClosetStats.Worth) {
            thing = PartJSON(worth.garment)
            costPerWear = worth.each.text
            days = worth.days
        }
    }

    private enum CodingKeys: String, CodingKey {
        case garments, hidden, unpriced, value, best, worst
        case ofOthers = "of_others"
        case neverWorn = "never_worn"
        case neverWornCount = "never_worn_count"
    }

    /// The figures as a client sees them.
    package init(_ stats: ClosetStats) {
        (garments, ofOthers) = (stats.garments, stats.ofOthers)
        (hidden, unpriced) = (stats.hidden, stats.unpriced)
        value = stats.value.map(\.text)
        best = stats.best.map(WorthJSON.init)
        worst = stats.worst.map(WorthJSON.init)
        neverWorn = stats.neverWorn.map(PartJSON.init)
        neverWornCount = stats.neverWornCount
    }
}
