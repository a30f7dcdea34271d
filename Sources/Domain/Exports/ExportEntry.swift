package import CRDT
package import Primitives

/// The records of a person besides the things themselves, as sections of our JSON export. The raw value is the member
/// name; the order of the cases is the order of writing and import.
package enum ExportSection: String, CaseIterable, Sendable {
    case collections
    case tagRules = "tag_rules"
    case follows
    case reactions
    case comments
    /// The unread marks on other people's things; one's own things carry theirs themselves.
    case unread
    /// For information only: sharing is decided again wherever the file is imported.
    case liveShares = "live_shares"

    /// The maximum number of entries imported at once, which keeps each step short. Reactions and comments are signed
    /// separately, and each entry of another section reads all existing ones of its sort.
    package var batchMax: Int {
        switch self {
        case .collections: return 1
        case .tagRules, .follows, .liveShares: return 8
        case .reactions, .comments, .unread: return ExportEntry.batchMax
        }
    }

    /// The plural noun for its entries.
    package var plural: String {
        switch self {
        case .tagRules: return "tag rules"
        case .unread: return "unread things"
        case .collections, .follows, .reactions, .comments, .liveShares: return noun + "s"
        }
    }

    /// The singular noun for an entry.
    package var noun: String {
        switch self {
        case .collections: return "collection"
        case .tagRules: return "tag rule"
        case .follows: return "follow"
        case .reactions: return "reaction"
        case .comments: return "comment"
        case .unread: return "unread thing"
        case .liveShares: return "live share"
        }
    }
}

/// One entry of a section, recorded by a person. Things are named by their ids.
///
/// - Source: docs/decisions/0055.
package enum ExportEntry: Equatable, Sendable {
    case collection(CollectionEntry)
    case tagRule(query: String, tags: [String])
    case follow(Followed, Attention)
    case reaction(ObjectID, Reaction)
    case comment(CommentEntry)
    /// Another author's thing that is still to be read.
    case unread(ObjectID)
    /// A live share, with the audience by its name.
    case liveShare(query: String, audience: String)

    /// The section it belongs to.
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

    /// The maximum number of members in one collection entry; a larger collection has several entries of its name.
    package static let membersMax = 500

    /// The maximum number of entries imported at once, of any section.
    package static let batchMax = 50
}

/// A collection, or more members of one.
package struct CollectionEntry: Equatable, Sendable {
    package var name: String
    package var description: String
    /// The search of the collection; nil if it is filled by hand.
    package var query: String?
    /// The members, in order.
    package var members: [ObjectID]

    /// Creates a value from all fields, in declaration order.
    package init(name: String, description: String, query: String?, members: [ObjectID]) {
        self.name = name
        self.description = description
        self.query = query
        self.members = members
    }
}

/// A comment by the exporting person.
package struct CommentEntry: Equatable, Sendable {
    /// The name that replies in the same file use for it.
    package var reference: ThingReference
    package var thing: ObjectID
    package var text: String
    /// The time when it was written, for information only: an imported comment gets the time of the import.
    package var at: WallTime
    /// The comment it replies to; nil if there is none.
    package var parent: Parent?

    /// The reference by which a reply names its parent.
    package enum Parent: Equatable, Sendable {
        /// A comment in the same file.
        case named(ThingReference)
        /// A comment that is stored here.
        case here(ObjectID)
    }

    /// Creates a value from all fields, in declaration order.
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

/// One page of a section.
package struct EntryPage: Equatable, Sendable {
    /// The entries. The list may be empty before the last page: each page does a bounded amount of work.
    package var items: [ExportEntry]
    /// The ids of the comments among them, in order; replies here name these.
    package var comments: [ObjectID]
    /// The cursor of the next page; nil on the last page.
    package var nextCursor: String?

    /// Creates a page with the cursor of the next one.
    package init(items: [ExportEntry], comments: [ObjectID] = [], nextCursor: String?) {
        self.items = items
        self.comments = comments
        self.nextCursor = nextCursor
    }
}

/// The result of importing an entry.
package enum EntryOutcome: Equatable, Sendable {
    case added
    /// A comment was added, with its id here and the reference by which replies name it here.
    case said(ObjectID, ThingReference)
    /// Members were added to a new or existing collection; `missing` counts those that are not here.
    case filled(isNew: Bool, members: Int, missing: Int)
    /// It was here already.
    case known
    /// It was skipped because it is about something that is not here or is not this person's; says why.
    case leftOut(String)
    /// It breaks a rule.
    case refused(Problem)
}

/// The results of importing entries.
package struct EntryOutcomes: Equatable, Sendable {
    /// In the order of the entries.
    package var outcomes: [EntryOutcome]
    /// The act that has them; nil if nothing was written.
    package var act: Int?

    /// The outcomes of entries in an act.
    package init(_ outcomes: [EntryOutcome], act: Int?) {
        self.outcomes = outcomes
        self.act = act
    }
}

/// The thing that a draft would be a copy of.
package struct OriginalThing: Equatable, Sendable {
    /// The thing; nil if it is not here.
    package var id: ObjectID?
    /// The reference by which other things name it.
    package var reference: ThingReference?

    /// The thing with this id and reference.
    package init(_ id: ObjectID? = nil, _ reference: ThingReference? = nil) {
        self.id = id
        self.reference = reference
    }
}

/// The result of checking an address.
package struct AddressCheck: Equatable, Sendable {
    package var canonicalURL: String
    /// The link that has it; nil if none has.
    package var kept: Bookmark?
    /// The tags that rules would put on.
    package var tags: [String]

    /// All fields, in the order above.
    package init(_ canonicalURL: String, _ kept: Bookmark?, tags: [String] = []) {
        self.canonicalURL = canonicalURL
        self.kept = kept
        self.tags = tags
    }
}
