import CRDT

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
        DetailForm(.categories, Field(53), .path),
    ]
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
