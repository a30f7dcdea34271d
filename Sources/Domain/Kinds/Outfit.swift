import CRDT

/// What there is to say of garments that are worn together. Fields are frozen, as those of `Schema`
/// are.
package enum Outfit {
    /// By field.
    package static let details = [
        DetailForm(.photo, Field(21), .photo),
        DetailForm(.style, Field(29), .text),
        DetailForm(.season, Field(37), .choice(Garment.seasons)),
        DetailForm(.layers, Field(45), .mark),
        DetailForm(.occasion, Field(53), .text),
        DetailForm(.worn, Field(61), .day),
    ]
}

/// What there is to say of things that hang together: which they are.
package enum Closet {
    /// By field.
    package static let details = [DetailForm(.things, Field(45), .reference)]

    /// Kinds of which a closet holds things.
    package static let kinds: [Kind] = [.garment, .outfit]
}

extension Bookmark {
    /// Most that are told of what names a thing.
    package static let namedByMax = 20

    /// Something that another thing names and that this person can see.
    package struct Part: Equatable, Sendable {
        /// By which it is named.
        package let reference: ThingReference
        /// What it is.
        package let thing: Bookmark

        /// `thing`, which is named by `reference`.
        package init(reference: ThingReference, thing: Bookmark) {
            self.reference = reference
            self.thing = thing
        }
    }

    /// What lies where in an outfit.
    package var canvas: Canvas { Canvas(texts: details[.layers]) }

    /// What hangs in a closet, sorted.
    package var contents: [ThingReference] { details.contents }

    /// Everything that it names, each once, sorted.
    package var named: [ThingReference] { details.named }

    /// What `reference` names; nil if this person cannot see it, or it was not asked for.
    package func part(_ reference: ThingReference) -> Bookmark? {
        parts.first { $0.reference == reference }?.thing
    }
}

extension [Detail] {
    /// What hangs in a closet, sorted.
    fileprivate var contents: [ThingReference] {
        self[.things].compactMap { ThingReference(text: $0) }
    }

    /// Everything that these name of a thing, each once, sorted: of marks what they show together.
    package var named: [ThingReference] {
        let places = self[.place].prefix(1).compactMap { ThingReference(text: $0) }
        let layers = Canvas(texts: self[.layers]).layers
        return Set(contents + layers.map(\.garment) + places).sorted()
    }
}

extension Kind {
    /// Things of other kinds name things of this one: outfits and closets what is in them, garments and
    /// clips a place.
    package var mayBeNamed: Bool { Closet.kinds.contains(self) || self == .place }
}
