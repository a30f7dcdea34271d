import CRDT

/// What there is to say of something to wear. Fields are frozen, as those of `Schema` are.
package enum Garment {
    /// What it is fit for just now; nothing is said of what was only put in.
    package static let states = ["clean", "wash", "repair", "retired", "gone"]
    /// In the order of the year.
    package static let seasons = ["spring", "summer", "autumn", "winter"]
    /// Whom it is made for.
    package static let wearers = ["women", "men", "all"]

    /// By field.
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
        // A number that says that it is personal: when somebody was where in what.
        DetailForm(.worn, Field(61), .day),
    ]
}
