import CRDT

extension Kind {
    /// A group of garments and outfits.
    package static let closet = Kind(
        KindDescriptor(
            number: 13, word: "closet", plural: "closets", details: Closet.details,
            traits: [.news, .edited], first: .init("create one", "weft closet new NAME"),
            ownCopy: .add("weft closet new")))
}

/// The details of a closet: the things in it.
package enum Closet {
    /// The details, by field number.
    package static let details = [DetailForm(.things, Field(45), .reference)]

    /// The kinds of things that a closet may hold.
    package static let kinds = Kind.having(.inClosets)
}

extension DetailName {
    package static let things = DetailName(
        23, "things", search: .otherwise("type:closet"), meaning: "the garments in a closet",
        about: "The contents of it.")
}
