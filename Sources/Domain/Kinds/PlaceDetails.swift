import CRDT

extension Kind {
    /// A place to go: a shop, a café, a bench.
    package static let place = Kind(
        KindDescriptor(
            number: 15, word: "place", plural: "places", details: PlaceDetails.details,
            traits: [.usual, .location],
            first: .init("add one", "weft place new NAME --category CATEGORY"),
            ownCopy: .add("weft place new")))
}

/// The details of a place to go: a shop, a café, a bench. Field numbers are frozen, as in `Schema`.
package enum PlaceDetails {
    /// The maximum number of categories; enforced when writing, never when merging.
    package static let categoriesMax = 3

    /// The problem reported for a place without a category, which would not say what it is.
    static let noCategory = Problem(
        .invalidValue, "a place needs at least one category", fix: "give one: --category food/cafe"
    )

    /// The details, by field number.
    package static let details = [
        DetailForm(.position, Field(48), .position),
        DetailForm(.address, Field(49), .text),
        DetailForm(.hours, Field(50), .hours),
        DetailForm(.contact, Field(51), .text),
        DetailForm(
            .categories, Field(53), .path, whyNeeded: noCategory, most: categoriesMax),
    ]
}

extension DetailName {
    package static let categories = DetailName(
        64, "categories", search: .otherwise("category:food/cafe"),
        meaning: "what kind of place it is; category: finds it, too",
        about: "The categories of the place, one to three.")
    package static let position = DetailName(
        65, "position", search: .otherwise("near:52.52,13.405,5"), meaning: "where a place is",
        about: "Its latitude and longitude, such as `52.520008,13.404954`.")
    package static let address = DetailName(
        66, "address", search: .otherwise("type:place street"), meaning: "how to get to a place",
        about: "Its address, in words.")
    package static let hours = DetailName(
        67, "hours", search: .otherwise("type:place"), meaning: "when a place is open",
        about: "The opening hours, such as `mo-fr 09:00-18:00; sa 10:00-14:00`.")
    package static let contact = DetailName(
        68, "contact", search: .otherwise("type:place"), meaning: "how to reach a place",
        about: "A way to reach it.")
    package static let place = DetailName(
        69, "place", search: .by("place:\"Corner Shop\""),
        meaning: "is sold at a place with this name, or was filmed there",
        about: "The place that it names: asked for by its id, told as a reference.")
}

extension Bookmark {
    /// The position: that of a place itself, else of the place it names, if that is visible and loaded.
    package var position: GeoPosition? {
        if let own = details[.position].first { return GeoPosition(text: own) }
        return namedPlace.flatMap { part($0)?.details[.position].first }
            .flatMap { GeoPosition(text: $0) }
    }

    /// The reference to the place where it is sold, or was filmed.
    package var namedPlace: ThingReference? {
        details[.place].first.flatMap { ThingReference(text: $0) }
    }
}
