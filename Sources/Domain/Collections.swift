/// What is changed of a collection; what is nil stays.
package struct CollectionChange: Equatable, Sendable {
    package var name: String?
    /// Empty takes it away.
    package var description: String?
    /// Another search; of one that is filled by hand there is none, nor can it get one.
    package var query: String?

    /// The fields in their order.
    package init(name: String? = nil, description: String? = nil, query: String? = nil) {
        self.name = name
        self.description = description
        self.query = query
    }
}

/// Where members go in a collection that is filled by hand.
package enum CollectionPlace: Equatable, Sendable {
    case first
    case last
    /// Right before another member.
    case before(Reference)
    /// Right behind another member.
    case after(Reference)
}
