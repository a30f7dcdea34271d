/// One change of many things; several make one command, and one act (`Command.changeMany`).
package struct BulkChange: Equatable, Sendable {
    /// What is done to them.
    package var deed: Deed
    /// To which; looked up when the changes before it are done.
    package var things: Selection

    /// `deed`, done to `things`.
    package init(_ deed: Deed, _ things: Selection) {
        self.deed = deed
        self.things = things
    }

    /// What is done to things. What one thing cannot take, for want of room or because it is of
    /// another kind, leaves that one as it is.
    package enum Deed: Equatable, Sendable {
        /// Put these tags on: all, or none where not all have room.
        case addTags([String])
        /// Take these tags off, in every spelling.
        case removeTags([String])
        /// Mark them as to be read or as read; what is not this person's alone, for himself.
        case setUnread(Bool)
        /// Give links tiles of this size.
        case setSize(TileSize)
        /// Place them in an audience.
        case share(with: Audience)
        /// Withdraw them (and a live share of exactly this query) from an audience; nil from all.
        case unshare(from: Audience?)
        /// Move them to the trash.
        case trash
        /// Put them at the end of a collection made by hand.
        case addToCollection(String)
        /// Take them out of a collection made by hand.
        case removeFromCollection(String)

        /// What programs call it.
        package var name: Name {
            switch self {
            case .addTags: return .addTags
            case .removeTags: return .removeTags
            case .setUnread: return .setUnread
            case .setSize: return .setSize
            case .share: return .share
            case .unshare: return .unshare
            case .trash: return .trash
            case .addToCollection: return .addToCollection
            case .removeFromCollection: return .removeFromCollection
            }
        }
    }

    /// The word for a deed.
    package enum Name: String, CaseIterable, Sendable {
        case addTags = "add_tags"
        case removeTags = "remove_tags"
        case setUnread = "set_unread"
        case setSize = "set_size"
        case share
        case unshare
        case trash
        case addToCollection = "add_to_collection"
        case removeFromCollection = "remove_from_collection"
    }
}

/// What several changes of many things did, or would do.
package struct ChangesReport: Equatable, Sendable {
    /// One for each, in their order.
    package var changes: [Change]
    /// Undoes all of them; nil if nothing was written.
    package var act: Int?
    /// One line for a person.
    package var summary: String

    /// All fields, in the order above.
    package init(_ changes: [Change], act: Int?, summary: String) {
        self.changes = changes
        self.act = act
        self.summary = summary
    }

    /// What one of them did.
    package struct Change: Equatable, Sendable {
        /// Its word.
        package var name: BulkChange.Name
        /// How many things it was about.
        package var matched: Int
        /// How many of them are otherwise now.
        package var changed: Int
        /// Why it was not done, and what comes behind it either: nothing had told so before.
        package var problem: Problem?

        /// A change that was possible.
        package init(_ name: BulkChange.Name, matched: Int, changed: Int) {
            self.name = name
            self.matched = matched
            self.changed = changed
        }
    }
}
