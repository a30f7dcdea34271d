/// The part of the body on which a garment is worn, guessed from its category or name.
package enum GarmentSlot: String, CaseIterable, Sendable {
    case hat
    case outer
    case dress
    case top
    case bottom
    case shoes
    case bag
    case other

    /// Finds the slot of `garment` from the most specific part of its category that is known, else from its name, else
    /// from its tags.
    package init(_ garment: Bookmark) {
        self.init(
            category: garment.details[.category].first ?? "",
            otherwise: [garment.title] + garment.tags)
    }

    /// Finds the slot from a category, else from the first of the other texts that is known.
    package init(category: String, otherwise: [String]) {
        let path = category.split(separator: "/").reversed().map { String($0) }
        self = (path + otherwise).lazy.compactMap { Self.said(in: $0) }.first ?? .other
    }

    /// The default position on a canvas, roughly where the garment is worn.
    package var place: (x: Int, y: Int) {
        switch self {
        case .hat: return (0, -330)
        case .outer: return (-60, -120)
        case .dress: return (0, -40)
        case .top: return (0, -130)
        case .bottom: return (0, 90)
        case .shoes: return (0, 320)
        case .bag: return (210, 40)
        case .other: return (-210, 40)
        }
    }

    private static func said(in text: String) -> GarmentSlot? {
        let words = SearchText.folded(text).split { !$0.isLetter && $0 != "-" }.map { String($0) }
        for word in words.reversed() {
            if let slot = known.first(where: { $0.words.contains(word) })?.slot { return slot }
        }
        return nil
    }

    // Lower-case words, as used on labels and in shops.
    private static let known: [(slot: GarmentSlot, words: Set<String>)] = [
        (.hat, ["hat", "hats", "cap", "caps", "beanie", "beanies", "headwear", "beret", "berets"]),
        (
            .outer,
            [
                "outer", "outerwear", "coat", "coats", "jacket", "jackets", "parka", "parkas",
                "blazer", "blazers", "anorak", "anoraks", "raincoat", "raincoats",
            ]
        ),
        (
            .dress,
            [
                "dress", "dresses", "jumpsuit", "jumpsuits", "overall", "overalls", "gown", "gowns",
                "suit", "suits",
            ]
        ),
        (
            .top,
            [
                "top", "tops", "shirt", "shirts", "t-shirt", "t-shirts", "tee", "tees", "blouse",
                "blouses", "sweater", "sweaters", "pullover", "pullovers", "jumper", "jumpers",
                "cardigan", "cardigans", "hoodie", "hoodies", "polo", "polos", "vest", "vests",
                "knitwear",
            ]
        ),
        (
            .bottom,
            [
                "bottom", "bottoms", "trousers", "pants", "jeans", "skirt", "skirts", "shorts",
                "leggings", "chinos", "slacks",
            ]
        ),
        (
            .shoes,
            [
                "shoe", "shoes", "boot", "boots", "sneaker", "sneakers", "sandal", "sandals",
                "loafer", "loafers", "heels", "slippers", "trainers", "footwear",
            ]
        ),
        (
            .bag,
            [
                "bag", "bags", "handbag", "handbags", "purse", "purses", "backpack", "backpacks",
                "rucksack", "clutch",
            ]
        ),
    ]
}
