import CRDT
package import Domain

/// A collection.
package struct CollectionJSON: Codable, Equatable, Sendable {
    package var id: String
    package var author: AuthorJSON
    package var name: String
    package var description: String
    /// The search it stands for; absent if its members were put in by hand.
    package var query: String?
    package var count: Int
    /// Audience names beside its home.
    package var placement: [String]

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
package struct TagJSON: Codable, Equatable, Sendable {
    package var name: String
    package var count: Int

    /// The tag as a client sees it.
    package init(_ tag: TagCount) {
        name = tag.name
        count = tag.count
    }
}

/// A live share: what comes to match the query is placed there too.
package struct ShareJSON: Codable, Equatable, Sendable {
    package var query: String
    package var audience: String
    package var count: Int

    /// The share as a client sees it.
    package init(_ share: LiveShare) {
        query = share.query
        audience = share.audience.name
        count = share.count
    }
}

/// What became of a thing, or of a comment: a page of changes that says whose they are.
package struct HistoryJSON: Codable, Equatable, Sendable {
    /// `History.Subject`.
    package var of: String
    /// Oldest first.
    package var items: [HistoryEntryJSON]

    /// The history as a client sees it.
    package init(_ history: History) {
        of = history.subject.rawValue
        items = history.entries.map(HistoryEntryJSON.init)
    }
}

/// One change of a thing or a comment.
package struct HistoryEntryJSON: Codable, Equatable, Sendable {
    /// In words.
    package var change: String
    package var author: AuthorJSON
    /// The signing key of the device that made it.
    package var device: String
    package var at: String
    /// The delta that carries it.
    package var chain: String
    package var sequence: UInt64

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
