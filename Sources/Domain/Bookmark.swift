package import CRDT
package import Primitives

/// A thing as people see it, a link unless its kind says otherwise: the fold of its operations, home
/// if this node holds it, else a copy.
package struct Bookmark: Equatable, Sendable {
    /// Whose it is.
    package var author: Author
    /// Its id under that author.
    package var id: ObjectID
    /// What it is.
    package var kind: Kind
    /// The address, as it came; empty if it has none.
    package var url: String
    /// The address by which duplicates are found (`CanonicalURL`).
    package var canonicalURL: String
    /// Empty if it has none; of what is no link its name.
    package var title: String
    /// Empty if it has none.
    package var note: String
    /// Sorted by folded name.
    package var tags: [String]
    /// The tile it takes on the board.
    package var size: TileSize
    /// Still to be read; each person's own, never shared.
    package var isUnread: Bool
    /// When the person saved it, perhaps long before it came here.
    package var added: WallTime
    /// The stamp of its latest change, as far as it is known here.
    package var updated: WallTime
    /// The audiences it is in beside its home; sorted. Of somebody else's: where it was found.
    package var placement: [Audience]
    /// In the trash, from where `undo` brings it back.
    package var isTrashed: Bool
    /// Of what is in the trash: the last change of it by a device that had not heard of its removal; else nil.
    package var lateChange: LateChange?
    /// What lost against a concurrent write; kept and shown until somebody writes the field again.
    package var conflicts: [Conflict]
    /// What there is to say of a thing of its kind, by name.
    package var details: [Detail]
    /// What people think of it.
    package var reactions: Reactions
    /// How many passages of its page are marked by highlights that this person can see; of what is no
    /// link none.
    package var highlights = 0
    /// What it names that this person can see, sorted; only where it is asked for by itself.
    package var parts: [Part] = []
    /// What names it that this person can see, such as outfits with a garment, the last that came first;
    /// at most `namedByMax`, and only where it is asked for by itself.
    package var namedBy: [Bookmark] = []
    /// Millimetres from the point that a search has named; nil if it named none.
    package var distance: Int64?

    /// All fields, in the order above but for the kind and its details, which a link has not, for reactions, and for
    /// what is nil or empty as a rule.
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

/// Whose a thing is, as this node shows him.
package struct Author: Hashable, Sendable {
    /// His root key.
    package let person: PersonID
    /// The pet name given here, or the name on his ticket; the own name for oneself.
    package let name: String
    /// It is the person whose node this is.
    package let isMe: Bool

    /// A person with the name he is shown under.
    package init(person: PersonID, name: String, isMe: Bool) {
        self.person = person
        self.name = name
        self.isMe = isMe
    }
}

/// A value that lost against a concurrent one.
package struct Conflict: Hashable, Sendable {
    /// The field's name, such as `title`.
    package let field: String
    /// What the losing side wrote.
    package let losingValue: String
    /// Who wrote it.
    package let writer: Author
    /// When it was written, by its writer's clock.
    package let at: WallTime

    /// A losing value of `field`.
    package init(field: String, losingValue: String, by writer: Author, at: WallTime) {
        self.field = field
        self.losingValue = losingValue
        self.writer = writer
        self.at = at
    }
}

/// Quilt's tile priority: how large a link shows on the board. The raw value stands on the wire.
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

    /// The size that `letter` names; nil if none does.
    package init?(letter: String) {
        guard let found = TileSize.allCases.first(where: { $0.letter == letter }) else {
            return nil
        }
        self = found
    }
}
