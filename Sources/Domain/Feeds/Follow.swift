package import CRDT

extension Schema {
    /// What a person follows or has muted; at home in `private`, and never copied.
    package enum Follow {
        package static let kind: UInt8 = 17
        /// What: a byte for its form and what that needs, see `docs/wire.md`.
        package static let what = Field(1)
        /// One byte, see ``Attention``.
        package static let attention = Field(2)
    }
}

/// What somebody wants of a person or a tag. The raw value stands on the wire.
package enum Attention: UInt8, CaseIterable, Sendable {
    /// More: it comes in the feed.
    case follow = 1
    /// Nothing: what others have of it is left out of feeds and searches.
    case mute = 2

    /// As it is typed.
    package var word: String {
        switch self {
        case .follow: return "follow"
        case .mute: return "mute"
        }
    }
}

/// What is followed or muted.
package enum Followed: Hashable, Sendable {
    /// Whatever he lets one see.
    case person(PersonID)
    /// A tag and those under it, folded by `TagName`.
    case tag(String)
    /// What names this thing: what is at a place, in which outfits and closets a garment is. Of a link it
    /// is the search for its page.
    case thing(ThingReference)
    /// What matches a search, as it is spelled out.
    case search(String)

    /// `person`, `tag`, `thing` or `search`.
    package var form: String {
        switch self {
        case .person: return "person"
        case .tag: return "tag"
        case .thing: return "thing"
        case .search: return "search"
        }
    }
}

/// One thing that is followed or muted, as its person sees it.
package struct Follow: Equatable, Sendable {
    /// Its id; of several that say the same the first one's.
    package var id: ObjectID
    /// What.
    package var followed: Followed
    /// What is wanted of it.
    package var attention: Attention
    /// As people call it: `@bob`, `#tag`, a search, the name of a thing or its reference if that
    /// cannot be seen.
    package var name: String
    /// It is told to those who see it.
    package var isOpen: Bool

    /// All fields, in the order above.
    package init(
        id: ObjectID, followed: Followed, attention: Attention, name: String, isOpen: Bool = false
    ) {
        self.isOpen = isOpen
        self.id = id
        self.followed = followed
        self.attention = attention
        self.name = name
    }
}

/// How a person names what he follows.
package enum FollowTarget: Equatable, Sendable {
    /// `@bob`, `#tag`, the name of a collection or closet, or a search.
    case typed(String)
    /// A thing that others name.
    case thing(Reference)
}
