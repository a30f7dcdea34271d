import CRDT
package import Primitives

/// What a feed says of itself.
package struct FeedHead: Equatable, Sendable {
    /// For its reader.
    package var title: String
    /// Its name for ever, a URN: of this person and this search alone.
    package var id: String
    /// When something of what is in it changed last.
    package var updated: WallTime
    /// Where it is, and where it goes on; nil if nowhere.
    package var url: String?
    package var next: String?

    /// A feed of this name.
    package init(
        title: String, id: String, updated: WallTime, url: String? = nil, next: String? = nil
    ) {
        self.title = title
        self.id = id
        self.updated = updated
        self.url = url
        self.next = next
    }

    /// A file that somebody keeps: it is no address, and does not go on.
    static func file(_ exported: WallTime, by person: PersonID?) -> FeedHead {
        let whose = person.map { ":" + $0.text } ?? ""
        return FeedHead(title: "Weft", id: "urn:weft:export" + whose, updated: exported)
    }
}
