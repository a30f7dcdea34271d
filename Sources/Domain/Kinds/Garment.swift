import CRDT

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
