import CRDT

extension Kind {
    /// A piece of clothing.
    package static let garment = Kind(
        KindDescriptor(
            number: 11, word: "garment", plural: "garments", details: Garment.details,
            traits: [.usual, .inOutfits, .inClosets, .recommended],
            first: .init("add one", "weft garment add NAME --category CATEGORY"), ownCopy: .clone,
            previewType: "product"))
}

/// The details of a garment. Field numbers are frozen, as in `Schema`.
package enum Garment {
    /// The states of use; a garment that was only added has none.
    package static let states = ["clean", "wash", "repair", "retired", "gone"]
    /// In the order of the year.
    package static let seasons = ["spring", "summer", "autumn", "winter"]
    /// The people it is made for.
    package static let wearers = ["women", "men", "all"]

    /// The details, by field number.
    package static let details = [
        DetailForm(.category, Field(8), .path),
        DetailForm(.brand, Field(9), .text),
        DetailForm(.price, Field(10), .price),
        DetailForm(.barcode, Field(11), .barcode),
        DetailForm(.state, Field(12), .choice(states)),
        DetailForm(.color, Field(13), .text),
        DetailForm(.wearer, Field(14), .choice(wearers)),
        DetailForm(.fit, Field(16), .text),
        DetailForm(.fabric, Field(21), .text),
        DetailForm(.style, Field(29), .text),
        DetailForm(.season, Field(37), .choice(seasons)),
        DetailForm(.photo, Field(45), .photo),
        DetailForm(.place, Field(52), .place),
        // The number makes the field personal: it says when somebody was out, and in what.
        DetailForm(.worn, Field(61), .day),
    ]
}

extension DetailName {
    package static let category = DetailName(
        1, "category", search: .by("category:clothes/shirts"),
        meaning: "has this category or one below it",
        about: "The category, with the ones above it in front: `clothes/shirts`.")
    package static let brand = DetailName(
        2, "brand", search: .by("brand:(acme,\"blue fox\")"), meaning: "has this brand",
        about: "The maker.")
    package static let price = DetailName(
        3, "price", search: .by("price:<=50EUR"),
        meaning: "costs this, or < <= > >= this; in any currency if none is given",
        about: "An amount and a currency, such as `49.90 EUR`.")
    package static let barcode = DetailName(
        4, "barcode", search: .by("barcode:4006381333931"), meaning: "has this barcode",
        about: "The digits under its bars (GTIN).")
    package static let state = DetailName(
        5, "state", search: .by("state:wash"), meaning: Garment.states.joined(separator: ", "),
        about: "Its state: `clean`, `wash`, `repair`, `retired` or `gone`.")
    package static let color = DetailName(
        6, "color", member: "colors", search: .by("color:blue"), meaning: "has this color",
        about: "Its colors, each in a word.")
    package static let wearer = DetailName(
        7, "for", search: .by("for:women"),
        meaning: "is made for: " + Garment.wearers.joined(separator: ", "),
        about: "The wearers: `women`, `men` or `all`.")
    package static let fit = DetailName(
        8, "fit", search: .by("fit:38"), meaning: "has this size on its label",
        about: "The size on its label.")
    package static let fabric = DetailName(
        9, "fabric", member: "fabrics", search: .by("fabric:wool"),
        meaning: "is made of this fabric",
        about: "The material.")
    package static let style = DetailName(
        10, "style", member: "styles", search: .by("style:casual"), meaning: "has this style",
        about: "Words for how it looks.")
    package static let season = DetailName(
        11, "season", member: "seasons", search: .by("season:winter"),
        meaning: Garment.seasons.joined(separator: ", "),
        about: "The season in which it is worn.")
    package static let photo = DetailName(
        40, "photo", member: "photos", search: .by("photo:0"),
        meaning: "has this many photos: 0, >0",
        about: "References to its photos, as `Blob.photo` told them.")
    package static let worn = DetailName(
        12, "worn", search: .by("worn:<3"), meaning: "was worn on this many days: 0, <3, >=10",
        about: "Days on which it was worn, such as `2026-01-31`; its person's own business.")
}
