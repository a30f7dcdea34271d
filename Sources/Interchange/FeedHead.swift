import CRDT
package import Primitives

/// The metadata of a feed.
package struct FeedHead: Equatable, Sendable {
    /// The title for readers.
    package var title: String
    /// The permanent id, a URN: unique to this person and this search.
    package var id: String
    /// The time when something in the feed last changed.
    package var updated: WallTime
    /// The address of the feed, and that of its next page; nil if there is none.
    package var url: String?
    package var next: String?

    /// Creates the metadata of a feed.
    package init(
        title: String, id: String, updated: WallTime, url: String? = nil, next: String? = nil
    ) {
        self.title = title
        self.id = id
        self.updated = updated
        self.url = url
        self.next = next
    }

    /// Creates the metadata of an exported file, which has no address and no next page.
    static func file(_ exported: WallTime, by person: PersonID?) -> FeedHead {
        let whose = person.map { ":" + $0.text } ?? ""
        return FeedHead(title: "Weft", id: "urn:weft:export" + whose, updated: exported)
    }
}
