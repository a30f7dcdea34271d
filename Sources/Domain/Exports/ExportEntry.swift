package import CRDT
package import Primitives

/// What a person has said beside the things themselves, as sections of our JSON; the raw value is the
/// name of the member. In the order in which they are written and taken in.
package enum ExportSection: String, CaseIterable, Sendable {
    case collections
    case tagRules = "tag_rules"
    case follows
    case reactions
    case comments
    /// Of others' things: one's own say it themselves.
    case unread
    /// For reading: who sees what is decided anew wherever the file is taken in.
    case liveShares = "live_shares"

    /// Most entries that are taken in at once: a step stays short. Each of what is said of things is
    /// signed by itself, and for each of the others all of its sort are read.
    package var batchMax: Int {
        switch self {
        case .collections: return 1
        case .tagRules, .follows, .liveShares: return 8
        case .reactions, .comments, .unread: return ExportEntry.batchMax
        }
    }

    /// What its entries are called.
    package var plural: String {
        switch self {
        case .tagRules: return "rules for tags"
        case .unread: return "things to read"
        case .collections, .follows, .reactions, .comments, .liveShares: return noun + "s"
        }
    }

    /// What one entry of it is called.
    package var noun: String {
        switch self {
        case .collections: return "collection"
        case .tagRules: return "rule for tags"
        case .follows: return "follow"
        case .reactions: return "reaction"
        case .comments: return "comment"
        case .unread: return "thing to read"
        case .liveShares: return "live share"
        }
    }
}

/// One entry of a section: a person's own word. Things are named by their ids.
///
/// - Source: docs/decisions/0055.
package enum ExportEntry: Equatable, Sendable {
    case collection(CollectionEntry)
    case tagRule(query: String, tags: [String])
    case follow(Followed, Attention)
    case reaction(ObjectID, Reaction)
    case comment(CommentEntry)
    /// Somebody else's thing that is still to be read.
    case unread(ObjectID)
    /// The audience by its name.
    case liveShare(query: String, audience: String)

    /// Where it stands.
    package var section: ExportSection {
        switch self {
        case .collection: return .collections
        case .tagRule: return .tagRules
        case .follow: return .follows
        case .reaction: return .reactions
        case .comment: return .comments
        case .unread: return .unread
        case .liveShare: return .liveShares
        }
    }

    /// Most members in one entry of a collection; one with more has several entries of its name.
    package static let membersMax = 500

    /// Most entries that are taken in at once, of any section.
    package static let batchMax = 50
}

/// A collection, or some more members of one.
package struct CollectionEntry: Equatable, Sendable {
    package var name: String
    package var description: String
    /// The search it stands for; nil if its members were put in by hand.
    package var query: String?
    /// In their order.
    package var members: [ObjectID]

    /// All fields, in the order above.
    package init(name: String, description: String, query: String?, members: [ObjectID]) {
        self.name = name
        self.description = description
        self.query = query
        self.members = members
    }
}

/// What its person said of a thing.
package struct CommentEntry: Equatable, Sendable {
    /// By what replies in the same file name it.
    package var reference: ThingReference
    package var thing: ObjectID
    package var text: String
    /// When it was said; for reading, for where it is taken in it is said then.
    package var at: WallTime
    /// What it answers; nil if it answers nothing.
    package var parent: Parent?

    /// How a reply names what it answers.
    package enum Parent: Equatable, Sendable {
        /// As it stands in the file.
        case named(ThingReference)
        /// A comment that is here.
        case here(ObjectID)
    }

    /// All fields, in the order above.
    package init(
        reference: ThingReference, thing: ObjectID, text: String, at: WallTime, parent: Parent?
    ) {
        self.reference = reference
        self.thing = thing
        self.text = text
        self.at = at
        self.parent = parent
    }
}

/// A page of a section.
package struct EntryPage: Equatable, Sendable {
    /// Perhaps none while there are more: each page does a bounded piece of work.
    package var items: [ExportEntry]
    /// The ids of the comments among them, in their order: what a reply here names.
    package var comments: [ObjectID]
    /// Where the next page begins; nil on the last.
    package var nextCursor: String?

    /// A page, and where the next one begins.
    package init(items: [ExportEntry], comments: [ObjectID] = [], nextCursor: String?) {
        self.items = items
        self.comments = comments
        self.nextCursor = nextCursor
    }
}

/// What became of an entry.
package enum EntryFate: Equatable, Sendable {
    case added
    /// A comment: its id here, and by what replies name it here.
    case said(ObjectID, ThingReference)
    /// Members put into a collection, which is new or was here; those that are not here.
    case filled(isNew: Bool, members: Int, missing: Int)
    /// It is here already.
    case known
    /// It is about something that is not here, or not this person's: why.
    case leftOut(String)
    /// It breaks a rule.
    case refused(Problem)
}
