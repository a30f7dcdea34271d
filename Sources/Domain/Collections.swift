package import CRDT

/// A collection: the matches of a query, or members in a manual order.
package struct Collection: Equatable, Sendable {
    /// The author.
    package var author: Author
    /// Its id under that author.
    package var id: ObjectID
    /// Unique among the own ones.
    package var name: String
    /// Empty if it has none.
    package var description: String
    /// Its query; nil for a manual collection.
    package var query: String?
    /// The number of links in it now.
    package var count: Int
    /// The audiences it is in beside its home.
    package var placement: [Audience]

    /// All fields, in the order above.
    package init(
        author: Author, id: ObjectID, name: String, description: String, query: String?,
        count: Int, placement: [Audience]
    ) {
        self.author = author
        self.id = id
        self.name = name
        self.description = description
        self.query = query
        self.count = count
        self.placement = placement
    }
}

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
