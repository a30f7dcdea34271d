package import CRDT
package import Primitives

/// A thing as people see it, a link unless its kind says otherwise. It is the fold of the operations of its home if
/// this node has it, else of a copy.
package struct Bookmark: Equatable, Sendable {
    /// The author.
    package var author: Author
    /// The id under that author.
    package var id: ObjectID
    /// The kind of the thing.
    package var kind: Kind
    /// The address as entered; empty if there is none.
    package var url: String
    /// The address used to find duplicates (`CanonicalURL`).
    package var canonicalURL: String
    /// Empty if there is none; for a thing other than a link, its name.
    package var title: String
    /// Empty if there is none.
    package var note: String
    /// Sorted by folded name.
    package var tags: [String]
    /// The size of its tile on the board.
    package var size: TileSize
    /// Whether it is still to be read; per person, never shared.
    package var isUnread: Bool
    /// The time when the person saved it, possibly long before it arrived here.
    package var added: WallTime
    /// The stamp of its latest change known here.
    package var updated: WallTime
    /// The audiences it is in besides its home, sorted; for another author's thing, where it was found.
    package var placement: [Audience]
    /// Whether it is in the trash; `undo` restores it.
    package var isTrashed: Bool
    /// For a thing in the trash: the last change by a device that had not received the removal; else nil.
    package var lateChange: LateChange?
    /// Values that lost to a concurrent write, shown until the field is written again.
    package var conflicts: [Conflict]
    /// The details of its kind, by name.
    package var details: [Detail]
    /// The reactions to it.
    package var reactions: Reactions
    /// The number of passages of its page marked by highlights this person can see; 0 for anything but a link.
    package var highlights = 0
    /// The visible things it names, sorted; loaded only when it is requested by itself.
    package var parts: [Part] = []
    /// The visible things that name it, such as outfits with a garment, most recently arrived first; at most
    /// `namedByMax`, and loaded only when it is requested by itself.
    package var namedBy: [Bookmark] = []
    /// The distance in millimetres from the point named in the search; nil if it named none.
    package var distance: Int64?

    /// Creates a thing from its fields, in declaration order, except that `kind`, `details` and `reactions` come last
    /// and fields that are usually nil or empty are left out.
    package init(
        author: Author, id: ObjectID, url: String, canonicalURL: String, title: String,
        note: String, tags: [String], size: TileSize, isUnread: Bool, added: WallTime,
        updated: WallTime, placement: [Audience], isTrashed: Bool, conflicts: [Conflict],
        kind: Kind = .link, details: [Detail] = [], reactions: Reactions = .none
    ) {
        self.author = author
        self.id = id
        self.kind = kind
        self.url = url
        self.canonicalURL = canonicalURL
        self.title = title
        self.note = note
        self.tags = tags
        self.size = size
        self.isUnread = isUnread
        self.added = added
        self.updated = updated
        self.placement = placement
        self.isTrashed = isTrashed
        self.conflicts = conflicts
        self.details = details
        self.reactions = reactions
    }
}

/// The author of a thing, as this node shows them.
package struct Author: Hashable, Sendable {
    /// The root key.
    package let person: PersonID
    /// The pet name given here, or the name on their ticket; for oneself, one's own name.
    package let name: String
    /// Whether it is the person whose node this is.
    package let isMe: Bool

    /// Creates an author with the name they are shown under.
    package init(person: PersonID, name: String, isMe: Bool) {
        self.person = person
        self.name = name
        self.isMe = isMe
    }
}

/// A value that lost to a concurrent write.
package struct Conflict: Hashable, Sendable {
    /// The field's name, such as `title`.
    package let field: String
    /// The value that lost.
    package let losingValue: String
    /// The author of that value.
    package let writer: Author
    /// The time when it was written, by the writer's clock.
    package let at: WallTime

    /// Creates a losing value of `field`.
    package init(field: String, losingValue: String, by writer: Author, at: WallTime) {
        self.field = field
        self.losingValue = losingValue
        self.writer = writer
        self.at = at
    }
}

/// Quilt's tile priority: how large a link is on the board. The raw value is part of the wire format.
package enum TileSize: UInt8, CaseIterable, Sendable {
    case small = 1
    case medium = 2
    case large = 3

    /// `s`, `m` or `l`.
    package var letter: String {
        switch self {
        case .small: return "s"
        case .medium: return "m"
        case .large: return "l"
        }
    }

    /// The size for a letter; nil if there is none.
    package init?(letter: String) {
        guard let found = TileSize.allCases.first(where: { $0.letter == letter }) else {
            return nil
        }
        self = found
    }
}
