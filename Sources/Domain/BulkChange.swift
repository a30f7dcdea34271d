/// One change to many things; several make one command, and one act (`Command.changeMany`).
package struct BulkChange: Equatable, Sendable {
    /// The change to make.
    package var action: Action
    /// The things to change; resolved when the preceding changes are done.
    package var things: Selection

    /// Creates the change `action` to `things`.
    package init(_ action: Action, _ things: Selection) {
        self.action = action
        self.things = things
    }

    /// A change that can be made to things. A thing that cannot take it, for lack of room or because it is of another
    /// kind, is left unchanged.
    package enum Action: Equatable, Sendable {
        /// Add these tags: all of them, or none where they do not all fit.
        case addTags([String])
        /// Remove these tags, in every spelling.
        case removeTags([String])
        /// Mark as unread or read; for things that are not this person's alone, only for this person.
        case setUnread(Bool)
        /// Set the tile size of links.
        case setSize(TileSize)
        /// Place them in an audience.
        case share(with: Audience)
        /// Withdraw them, and a live share of exactly this query, from an audience; nil from all.
        case unshare(from: Audience?)
        /// Move to the trash.
        case trash
        /// Append to a manual collection.
        case addToCollection(String)
        /// Remove from a manual collection.
        case removeFromCollection(String)

        /// The name in the API.
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

    /// The name of a change in the API.
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

/// The result of several changes to many things, real or as a dry run.
package struct ChangesReport: Equatable, Sendable {
    /// One entry for each change, in order.
    package var changes: [Change]
    /// The act that undoes all of them; nil if nothing was written.
    package var act: Int?
    /// A one-line summary for people.
    package var summary: String

    /// Creates a value from all fields, in declaration order.
    package init(_ changes: [Change], act: Int?, summary: String) {
        self.changes = changes
        self.act = act
        self.summary = summary
    }

    /// The result of one change.
    package struct Change: Equatable, Sendable {
        /// The name of the change.
        package var name: BulkChange.Name
        /// The number of things it selected.
        package var matched: Int
        /// The number of things it changed.
        package var changed: Int
        /// The reason why it was not done, nor the changes after it; the checks made beforehand did not find this.
        package var problem: Problem?

        /// Creates the result of a change that was possible.
        package init(_ name: BulkChange.Name, matched: Int, changed: Int) {
            self.name = name
            self.matched = matched
            self.changed = changed
        }
    }
}
