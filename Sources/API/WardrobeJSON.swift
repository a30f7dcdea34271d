import CRDT
package import Domain

/// One layer of an outfit.
package struct LayerJSON: JSONShape {
    package var layer = ""
    package var garment = ""
    package var x = 0
    package var y = 0
    package var scale: Double = 0
    package var rotation = 0
    package var z = 0
    package var thing: PartJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("layer", &layer, "The name of the layer in this outfit.")
        fields.member("garment", &garment, "By what the outfit names the garment.")
        fields.canvas(x: &x, y: &y, scale: &scale, rotation: &rotation)
        fields.member("z", &z, "Its place in the order, the lowest is 1.")
        fields.member(
            "thing", &thing,
            "The garment; absent if it cannot be seen here, and in lists.")
    }

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
package struct ClosetThingJSON: JSONShape {
    package var reference = ""
    package var thing: PartJSON?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("reference", &reference, "By what the closet names it.")
        fields.member("thing", &thing, "The thing; absent if it cannot be seen here, and in lists.")
    }

    init(_ reference: String, _ thing: PartJSON?) {
        (self.reference, self.thing) = (reference, thing)
    }
}

/// A thing within another one, in few words.
package struct PartJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var type = ""
    package var name = ""
    package var category: String?
    package var colors: [String] = []
    package var author = AuthorJSON()
    package var trashed = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member(
            "type", &type, as: .word(Kind.allCases.map(\.word)),
            "The word of its kind, such as `garment`; of a link `bookmark`.")
        fields.member("name", &name, "Its name.")
        fields.member(
            "category", &category,
            "The category, with the ones above it in front: `clothes/shirts`.")
        fields.member("colors", &colors, "Its colors, each in a word.")
        fields.member("author", &author, "The person whose it is.")
        fields.member("trashed", &trashed, "It is in the trash.")
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

/// A suggested outfit.
package struct AdviceJSON: JSONShape {
    package var pieces: [Piece] = []
    package var lacking: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("pieces", &pieces, "The garments that go together, from head to feet.")
        fields.member(
            "lacking", &lacking, as: .list(.words(GarmentSlot.self)),
            "Places on a body for which nothing fits.")
    }

    /// One garment, and why it.
    package struct Piece: JSONShape {
        package var slot = ""
        package var thing = PartJSON()
        package var reasons: [String] = []

        package static let shape = "AdvisedPiece"
        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member(
                "slot", &slot, as: .words(GarmentSlot.self), "The slot in which it is worn.")
            fields.member("thing", &thing, "The thing that it is about.")
            fields.member("reasons", &reasons, "The reasons for naming it, each in a few words.")
        }

        init(_ piece: OutfitAdvice.Piece) {
            slot = piece.slot.rawValue
            thing = PartJSON(piece.garment)
            reasons = piece.reasons
        }
    }

    /// The advice as a client sees it.
    package init(_ advice: OutfitAdvice) {
        pieces = advice.pieces.map(Piece.init)
        lacking = advice.lacking.map(\.rawValue)
    }
}

/// The statistics of a closet: what its garments are worth, and how they are worn.
package struct ClosetStatsJSON: JSONShape {
    package var garments = 0
    package var ofOthers = 0
    package var hidden = 0
    package var unpriced = 0
    package var value: [String] = []
    package var best: [WorthJSON] = []
    package var worst: [WorthJSON] = []
    package var neverWorn: [PartJSON] = []
    package var neverWornCount = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("garments", &garments, "The number of garments.")
        fields.member("of_others", &ofOthers, "The number of them that are others'.")
        fields.member("hidden", &hidden, "The number of them that cannot be seen here.")
        fields.member("unpriced", &unpriced, "The number of them without a price.")
        fields.member("value", &value, "The value of them, a price for each currency.")
        fields.member("best", &best, "Those of which a day of wearing has cost least.")
        fields.member("worst", &worst, "Those of which a day of wearing has cost most.")
        fields.member("never_worn", &neverWorn, "The first of those that were never worn.")
        fields.member("never_worn_count", &neverWornCount, "The number that were never worn.")
    }

    /// The cost per wear of one garment.
    package struct WorthJSON: JSONShape {
        package var thing = PartJSON()
        package var costPerWear = ""
        package var days = 0

        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member("thing", &thing, "The thing that it is about.")
            fields.member("cost_per_wear", &costPerWear, "The cost of a day of wearing it.")
            fields.member("days", &days, "On how many days it was worn.")
        }

        /// The worth as a client sees it.
        package init(_ worth: ClosetStats.Worth) {
            thing = PartJSON(worth.garment)
            costPerWear = worth.each.text
            days = worth.days
        }
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
