import CRDT
package import Domain

/// A collection.
package struct CollectionJSON: JSONShape {
    package var id = ""
    package var author = AuthorJSON()
    package var name = ""
    package var description = ""
    package var query: String?
    package var count = 0
    package var placement: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("author", &author, "The person whose it is.")
        fields.member("name", &name, "Its name.")
        fields.member("description", &description, "Its purpose, in its author's words.")
        fields.member(
            "query", &query,
            "Its search; absent if it was filled by hand.")
        fields.member("count", &count, "The number of them.")
        fields.member(
            "placement", &placement, as: .list(.audience),
            "Audiences in which it is, beside its home.")
    }

    /// The collection as a client sees it.
    package init(_ collection: Domain.Collection) {
        id = collection.id.text
        author = AuthorJSON(collection.author)
        name = collection.name
        description = collection.description
        query = collection.query
        count = collection.count
        placement = collection.placement.map(\.name)
    }
}

/// A tag with its links.
package struct TagJSON: JSONShape {
    package var name = ""
    package var count = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "The tag, as it is spelled here.")
        fields.member("count", &count, "The number of them.")
    }

    /// The tag as a client sees it.
    package init(_ tag: TagCount) {
        name = tag.name
        count = tag.count
    }
}

/// A live share: what comes to match the query is placed there too.
package struct ShareJSON: JSONShape {
    package var query = ""
    package var audience = ""
    package var count = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("query", &query, "A search.")
        fields.member("audience", &audience, as: .audience, "The audience, by its name.")
        fields.member("count", &count, "The number of them.")
    }

    /// The share as a client sees it.
    package init(_ share: LiveShare) {
        query = share.query
        audience = share.audience.name
        count = share.count
    }
}

/// The history of a thing or of a comment: a page of changes that says who made each.
package struct HistoryJSON: JSONShape {
    package var of = ""
    package var items: [HistoryEntryJSON] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "of", &of, as: .words(History.Subject.self),
            "The subject of the history: a thing or a comment.")
        fields.member("items", &items, "The changes, oldest first.")
    }

    /// The history as a client sees it.
    package init(_ history: History) {
        of = history.subject.rawValue
        items = history.entries.map(HistoryEntryJSON.init)
    }
}

/// One change of a thing or a comment.
package struct HistoryEntryJSON: JSONShape {
    package var change = ""
    package var author = AuthorJSON()
    package var device = ""
    package var at = ""
    package var chain = ""
    package var sequence: UInt64 = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("change", &change, "The change, in words.")
        fields.member("author", &author, "The person who made the change.")
        fields.member(
            "device", &device, as: .key,
            "The device's signing key, 52 characters of base 32.")
        fields.member("at", &at, as: .time, "The time of it.")
        fields.member("chain", &chain, "The chain of the change in the log.")
        fields.member("sequence", &sequence, "Its place in that chain.")
    }

    /// The entry as a client sees it.
    package init(_ entry: HistoryEntry) {
        change = entry.change
        author = AuthorJSON(entry.author)
        device = entry.device
        at = Timestamp.text(entry.at)
        chain = entry.chain
        sequence = entry.sequence
    }
}
