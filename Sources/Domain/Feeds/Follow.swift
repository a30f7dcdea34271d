package import CRDT

extension Schema {
    /// The object for something a person follows or has muted; at home in `private`, never copied.
    package enum Follow {
        package static let kind: UInt8 = 17
        /// The target: a byte for its form and what that form needs, see `docs/reference/wire.md`.
        package static let what = Field(1)
        /// One byte, see ``Attention``.
        package static let attention = Field(2)
    }
}

/// A person's attention to a target. The raw value is part of the wire format.
package enum Attention: UInt8, CaseIterable, Sendable {
    /// More of it: it is included in the feed.
    case follow = 1
    /// Mute it: other people's matching things are left out of feeds and searches.
    case mute = 2

    /// The word that people type.
    package var word: String {
        switch self {
        case .follow: return "follow"
        case .mute: return "mute"
        }
    }
}

/// A target that is followed or muted.
package enum Followed: Hashable, Sendable {
    /// Everything of a person that is visible.
    case person(PersonID)
    /// A tag and its subtags, folded by `TagName`.
    case tag(String)
    /// The things that name this one: those at a place, or the outfits and closets with a garment. For a link it is the
    /// search for its page.
    case thing(ThingReference)
    /// The matches of a search, in its normalized text.
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

/// A follow or mute, as its person sees it.
package struct Follow: Equatable, Sendable {
    /// The id; if several name the same target, the first one's.
    package var id: ObjectID
    /// The target.
    package var followed: Followed
    /// The kind of attention: followed or muted.
    package var attention: Attention
    /// The display name: `@bob`, `#tag`, a search, or the name of a thing, or its reference if the thing is not
    /// visible.
    package var name: String
    /// Whether the follow is public: those who see the target are told.
    package var isOpen: Bool

    /// Creates a value from all fields, in declaration order.
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

/// A target as a person names it.
package enum FollowTarget: Equatable, Sendable {
    /// `@bob`, `#tag`, the name of a collection or closet, or a search.
    case typed(String)
    /// A thing that others name.
    case thing(Reference)
}
