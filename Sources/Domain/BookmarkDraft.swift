package import CRDT
package import Primitives

/// A thing on its way in: typed by a person, or read from another program's file.
package struct BookmarkDraft: Equatable, Sendable {
    /// What it is to be.
    package var kind: Kind
    /// The address, as it came; checked by `BookmarkRules`.
    package var url: String
    /// Empty if it has none.
    package var title: String
    /// Empty if it has none.
    package var note: String
    /// Names as they came, in their order, perhaps twice.
    package var tags: [String]
    /// The tile it takes on the board.
    package var size: TileSize
    /// Still to be read.
    package var isUnread: Bool
    /// When it was saved elsewhere; nil means now.
    package var added: WallTime?
    /// What the file said: shared there, private there, or nothing at all (then it is private here).
    package var wasShared: Bool?
    /// What else is said of it, as it came; checked by `DetailRules`.
    package var details: [Detail]
    /// Of what has no address: it is left out if so many things are here already that are the same in
    /// name, note and details, and it is the last of as many in its file; nil: it is kept in any case.
    package var copyNumber: Int?
    /// What it was where its file was written: left out if that very thing is in sight here, with
    /// whomever it is at home; nil: nobody says.
    package var origin: ThingOrigin?
    /// It stands in a file that is imported, and nobody has typed it: a clip of which the film is not here
    /// lasts as long as the file says, the place that it names may come later, and a place may be of no
    /// category.
    package var isFromFile = false
    /// The import that brings it has kept its address already: what it says is added to that, whatever the
    /// policy is for what was here before.
    package var isSaidAgain = false
    /// It is a passage that another service knows of its page: it is here already if the same words of
    /// that page are, whatever else is said of them, and adds to those as a link does.
    package var isByWords = false

    /// A draft; of a link only the address is needed, of another thing its title.
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

/// Which thing a draft was made from: whose it is, and its id under him.
package struct ThingOrigin: Equatable, Sendable {
    /// Its author.
    package let author: PersonID
    /// What he knows it by.
    package let id: ObjectID

    /// The thing of `author` with this id.
    package init(author: PersonID, id: ObjectID) {
        self.author = author
        self.id = id
    }

    /// The thing that these texts name; nil if one of them names nothing.
    package init?(author: some StringProtocol, id: some StringProtocol) {
        guard let author = PersonID(text: author), let id = ObjectID(text: id) else { return nil }
        self.init(author: author, id: id)
    }
}

/// What a person changes about a thing; nil leaves a field as it is.
package struct BookmarkChange: Equatable, Sendable {
    /// The new address.
    package var url: String?
    /// The new title; empty takes it away.
    package var title: String?
    /// The new note; empty takes it away.
    package var note: String?
    /// The new tile size.
    package var size: TileSize?
    /// Read or unread.
    package var isUnread: Bool?
    /// When it was saved.
    package var added: WallTime?
    /// Tags to put on.
    package var addTags: [String]
    /// Tags to take off.
    package var removeTags: [String]
    /// What changes of its details.
    package var details: [DetailChange]

    /// A change; what is left out stays as it is.
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

/// What to do with a link whose canonical address is here already.
package enum DuplicatePolicy: String, CaseIterable, Sendable {
    /// Leave the one that is here.
    case skip
    /// Add the new one's tags to it, and its title or note where it has none.
    case merge
    /// Put the new one's title, note and tags in the place of its own; what the new one does not say
    /// stays.
    case overwrite
}

// One file may have an address several times: once in each folder, or once for each tag.
extension BookmarkDraft {
    /// Takes all that another of the same address says: tags, its note below this one, details that this
    /// one lacks. The earlier date counts, and what is unread in one place is unread.
    ///
    /// - Returns: false if a note or tags beyond the limits were left out.
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

/// What is written of a thing, where two notes become one.
package enum NoteText {
    /// `below` behind an empty line, unless `note` has it; nil if both are longer than a note may be.
    package static func joined(_ note: String, _ below: String) -> String? {
        guard !below.isEmpty, note != below, !note.hasSuffix("\n\n\(below)"),
            !note.hasPrefix("\(below)\n\n"), !note.contains("\n\n\(below)\n\n")
        else { return note }
        guard !note.isEmpty else { return below }
        let joined = "\(note)\n\n\(below)"
        return joined.utf8.count <= Limits.noteBytesMax ? joined : nil
    }
}
