import CRDT

/// What there is to say of somewhere to go: a shop, a café, a bench. Fields are frozen, as those of
/// `Schema` are.
package enum PlaceDetails {
    /// A place is of one kind, or of a few; binds the writer, never the merge.
    package static let categoriesMax = 3

    /// Nobody would know what it is.
    static let noCategory = Problem(
        .invalidValue, "a place is of at least one category", fix: "say which: --category food/cafe"
    )

    /// By field.
    package static let details = [
        DetailForm(.position, Field(48), .position),
        DetailForm(.address, Field(49), .text),
        DetailForm(.hours, Field(50), .hours),
        DetailForm(.contact, Field(51), .text),
        DetailForm(.categories, Field(53), .path),
    ]
}

extension Bookmark {
    /// Where it is: of a place its own position, else that of the place it names, if that can be seen
    /// and is here.
    package var position: GeoPosition? {
        if let own = details[.position].first { return GeoPosition(text: own) }
        return namedPlace.flatMap { part($0)?.details[.position].first }
            .flatMap { GeoPosition(text: $0) }
    }

    /// By what it names the place where it is to be had, or was filmed.
    package var namedPlace: ThingReference? {
        details[.place].first.flatMap { ThingReference(text: $0) }
    }
}
