/// A change to a collection; nil leaves a field as it is.
package struct CollectionChange: Equatable, Sendable {
    package var name: String?
    /// Empty removes it.
    package var description: String?
    /// A new search; a manual collection has none, and cannot get one.
    package var query: String?

    /// Creates a value from all fields, in declaration order.
    package init(name: String? = nil, description: String? = nil, query: String? = nil) {
        self.name = name
        self.description = description
        self.query = query
    }
}

/// A position in a manual collection.
package enum CollectionPlace: Equatable, Sendable {
    case first
    case last
    /// Immediately before another member.
    case before(Reference)
    /// Immediately after another member.
    case after(Reference)
}
