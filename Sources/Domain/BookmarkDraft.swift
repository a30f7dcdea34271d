package import CRDT
package import Primitives

/// A thing to be added: typed by a person, or read from another program's file.
package struct BookmarkDraft: Equatable, Sendable {
    /// The kind of thing to create.
    package var kind: Kind
    /// The address as entered; checked by `BookmarkRules`.
    package var url: String
    /// Empty if there is none.
    package var title: String
    /// Empty if there is none.
    package var note: String
    /// The names as entered, in order, possibly with duplicates.
    package var tags: [String]
    /// The size of its tile on the board.
    package var size: TileSize
    /// Whether it is still to be read.
    package var isUnread: Bool
    /// The time when it was saved elsewhere; nil means now.
    package var added: WallTime?
    /// Whether the file said it was shared; nil if the file said nothing, in which case it is private here.
    package var wasShared: Bool?
    /// The details as entered; checked by `DetailRules`.
    package var details: [Detail]
    /// For a thing without an address: it is skipped if this many things with the same name, note and details are here
    /// already, and it is the last of as many in its file. Nil adds it in any case.
    package var copyNumber: Int?
    /// The thing it was exported from; it is skipped if that thing is visible here, at home with anyone. Nil if
    /// unknown.
    package var origin: ThingOrigin?
    /// Whether it comes from an imported file rather than from typing. Checks are then looser: a clip whose film is not
    /// here lasts as long as the file says, the place it names may arrive later, and a place may lack a category.
    package var isFromFile = false
    /// Whether the same import has added its address already; it is then merged, whatever the duplicate policy.
    package var isSaidAgain = false
    /// Whether it is a passage from another service, identified by its words: it is a duplicate if the same words of
    /// the same page are here already, whatever its other details, and is merged with them as a link is.
    package var isByWords = false

    /// Creates a draft. A link needs only the address, any other thing its title.
    package init(
        url: String, title: String = "", note: String = "", tags: [String] = [],
        size: TileSize = .medium, isUnread: Bool = false, added: WallTime? = nil,
        wasShared: Bool? = nil, kind: Kind = .link, details: [Detail] = []
    ) {
        self.kind = kind
        self.url = url
        self.title = title
        self.note = note
        self.tags = tags
        self.size = size
        self.isUnread = isUnread
        self.added = added
        self.wasShared = wasShared
        self.details = details
    }
}

/// The thing a draft was made from: its author, and its id under that author.
package struct ThingOrigin: Equatable, Sendable {
    /// The author.
    package let author: PersonID
    /// The id under the author.
    package let id: ObjectID

    /// Creates the origin with this author and id.
    package init(author: PersonID, id: ObjectID) {
        self.author = author
        self.id = id
    }

    /// Parses both texts; nil if either is invalid.
    package init?(author: some StringProtocol, id: some StringProtocol) {
        guard let author = PersonID(text: author), let id = ObjectID(text: id) else { return nil }
        self.init(author: author, id: id)
    }
}

/// A change to a thing; nil leaves a field as it is.
package struct BookmarkChange: Equatable, Sendable {
    /// The new address.
    package var url: String?
    /// The new title; empty removes it.
    package var title: String?
    /// The new note; empty removes it.
    package var note: String?
    /// The new tile size.
    package var size: TileSize?
    /// Whether it is still to be read.
    package var isUnread: Bool?
    /// The time when it was saved.
    package var added: WallTime?
    /// Tags to add.
    package var addTags: [String]
    /// Tags to remove.
    package var removeTags: [String]
    /// Changes to its details.
    package var details: [DetailChange]

    /// Creates a change; fields that are left out stay as they are.
    package init(
        url: String? = nil, title: String? = nil, note: String? = nil, size: TileSize? = nil,
        isUnread: Bool? = nil, added: WallTime? = nil, addTags: [String] = [],
        removeTags: [String] = [], details: [DetailChange] = []
    ) {
        self.url = url
        self.title = title
        self.note = note
        self.size = size
        self.isUnread = isUnread
        self.added = added
        self.addTags = addTags
        self.removeTags = removeTags
        self.details = details
    }
}

/// The treatment of a link whose canonical address is here already.
package enum DuplicatePolicy: String, CaseIterable, Sendable {
    /// Keep the existing link unchanged.
    case skip
    /// Add the new link's tags to the existing one, and its title or note where it has none.
    case merge
    /// Replace the existing title, note and tags by the new ones; fields that the new link lacks stay.
    case overwrite
}

// One file may have an address several times: once in each folder, or once for each tag.
extension BookmarkDraft {
    /// Merges another draft of the same address: adds its tags, appends its note, and fills in missing details. The
    /// earlier date wins, and the result is unread if either is.
    ///
    /// - Returns: false if a note or tags were left out because of the limits.
    package mutating func join(_ other: BookmarkDraft) -> Bool {
        if title.isEmpty { title = other.title }
        let known = tags.map(TagName.fold)
        let new = other.tags.filter { !known.contains(TagName.fold($0)) }
        tags += new.prefix(max(Limits.tagsPerObjectMax - tags.count, 0))
        let joined = NoteText.joined(note, other.note)
        note = joined ?? note
        isUnread = isUnread || other.isUnread
        added = [added, other.added].compactMap { $0 }.min()
        details = details.adding(other.details, of: kind).sum
        return joined != nil && tags.count == known.count + new.count
    }
}

/// Joins two notes into one.
package enum NoteText {
    /// Appends `below` after an empty line, unless `note` contains it; nil if the result would be too long for a note.
    package static func joined(_ note: String, _ below: String) -> String? {
        guard !below.isEmpty, note != below, !note.hasSuffix("\n\n\(below)"),
            !note.hasPrefix("\(below)\n\n"), !note.contains("\n\n\(below)\n\n")
        else { return note }
        guard !note.isEmpty else { return below }
        let joined = "\(note)\n\n\(below)"
        return joined.utf8.count <= Limits.noteBytesMax ? joined : nil
    }
}
