import CRDT

extension Kind {
    /// Garments worn together.
    package static let outfit = Kind(
        KindDescriptor(
            number: 12, word: "outfit", plural: "outfits", named: "an outfit",
            details: Outfit.details, traits: [.news, .edited, .inClosets, .recommended],
            first: .init("create one", "weft outfit new NAME GARMENT GARMENT"), ownCopy: .clone))
}

/// The details of an outfit, garments worn together. Field numbers are frozen, as in `Schema`.
package enum Outfit {
    /// The kinds of things that can be its layers.
    package static let kinds = Kind.having(.inOutfits)

    /// The details, by field number.
    package static let details = [
        DetailForm(.photo, Field(21), .photo),
        DetailForm(.style, Field(29), .text),
        DetailForm(.season, Field(37), .choice(Garment.seasons)),
        DetailForm(.layers, Field(45), .mark),
        DetailForm(.occasion, Field(53), .text),
        DetailForm(.worn, Field(61), .day),
    ]
}

extension DetailName {
    package static let layers = DetailName(
        22, "layers", search: .otherwise("type:outfit"), meaning: "the garments of an outfit",
        about: "The layers in it, the lowest first.")
    package static let occasion = DetailName(
        21, "occasion", member: "occasions", search: .by("occasion:work"),
        meaning: "is for this occasion",
        about: "The occasion for which it is worn.")
}

extension Bookmark {
    /// The maximum number of things listed that name a thing.
    package static let namedByMax = 20

    /// A visible thing that another thing names.
    package struct Part: Equatable, Sendable {
        /// The reference that names it.
        package let reference: ThingReference
        /// The thing itself.
        package let thing: Bookmark

        /// Creates the part `thing`, named by `reference`.
        package init(reference: ThingReference, thing: Bookmark) {
            self.reference = reference
            self.thing = thing
        }
    }

    /// The canvas of an outfit.
    package var canvas: Canvas { Canvas(texts: details[.layers]) }

    /// The things in a closet, sorted.
    package var contents: [ThingReference] { details.contents }

    /// The things that it names, sorted and unique.
    package var named: [ThingReference] { details.named }

    /// The visible thing that `reference` names; nil if this person cannot see it, or parts were not loaded.
    package func part(_ reference: ThingReference) -> Bookmark? {
        parts.first { $0.reference == reference }?.thing
    }
}

extension [Detail] {
    /// The things in a closet, sorted.
    fileprivate var contents: [ThingReference] {
        self[.things].compactMap { ThingReference(text: $0) }
    }

    /// The things that these details name, sorted and unique; for marks, those shown on the canvas.
    package var named: [ThingReference] {
        let places = self[.place].prefix(1).compactMap { ThingReference(text: $0) }
        let layers = Canvas(texts: self[.layers]).layers
        return Set(contents + layers.map(\.garment) + places).sorted()
    }
}
