import CRDT
package import Domain

/// A link.
package struct BookmarkJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var type = ""
    package var url = ""
    package var canonicalURL = ""
    package var title = ""
    package var note = ""
    package var tags: [String] = []
    package var placement: [String] = []
    package var size = ""
    package var unread = false
    package var trashed = false
    package var lateChange: LateChangeJSON?
    package var author = AuthorJSON()
    package var createdAt = ""
    package var updatedAt = ""
    package var conflicts: [ConflictJSON] = []
    package var reactions = ReactionsJSON()
    package var highlightsCount = 0
    package var thumbnail: String?
    package var snapshots: [String] = []
    package var etag = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member(
            "type", &type, as: .word([BookmarkJSON.type]),
            "The word of its kind, such as `garment`; of a link `bookmark`.")
        fields.member("url", &url, "Its address; of what has none absent.")
        fields.member(
            "canonical_url", &canonicalURL,
            "The address in the form by which equal ones are found.")
        fields.member("title", &title, "Its name.")
        fields.member("note", &note, "The author's note on it.")
        fields.member("tags", &tags, "Its tags, as they are spelled here.")
        fields.member(
            "placement", &placement, as: .list(.audience),
            "Audiences in which it is, beside its home.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "The size of its tile: `s`, `m` or `l`.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.trash(&trashed, &lateChange)
        fields.origin(&author, createdAt: &createdAt, updatedAt: &updatedAt)
        fields.responses(&conflicts, &reactions)
        fields.member(
            "highlights_count", &highlightsCount,
            "The number of highlights of its page that can be seen here, whoever made them.")
        fields.member(
            "thumbnail", &thumbnail,
            "A reference to the picture of its page; absent if it has none.")
        fields.member(
            "snapshots", &snapshots,
            "References to saved copies of its page, the earliest first.")
        fields.member(
            "etag", &etag,
            "It changes whenever another member does, but for reactions and highlights; "
                + "for If-Match.")
    }

    /// The `type` of a link; a search calls it `link`.
    static let type = "bookmark"

    /// The link as a client sees it.
    package init(_ bookmark: Bookmark) {
        id = bookmark.id.text
        shortID = bookmark.id.short
        type = Self.type
        url = bookmark.url
        canonicalURL = bookmark.canonicalURL
        title = bookmark.title
        note = bookmark.note
        tags = bookmark.tags
        placement = bookmark.placement.map(\.name)
        size = bookmark.size.letter
        unread = bookmark.isUnread
        trashed = bookmark.isTrashed
        lateChange = bookmark.lateChange.map(LateChangeJSON.init)
        author = AuthorJSON(bookmark.author)
        createdAt = Timestamp.text(bookmark.added)
        updatedAt = Timestamp.text(bookmark.updated)
        conflicts = bookmark.conflicts.map(ConflictJSON.init)
        reactions = ReactionsJSON(bookmark.reactions)
        highlightsCount = bookmark.highlights
        thumbnail = bookmark.details[.thumbnail].first
        snapshots = bookmark.details[.snapshot]
        etag = EntityTag.text(of: bookmark)
    }
}

/// A change of something in the trash, by a device that had not heard of its removal.
package struct LateChangeJSON: JSONShape {
    package var device = ""
    package var at = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "device", &device, "The person's name for that device, or the person whose it is.")
        fields.member("at", &at, as: .time, "The time, by that device's clock.")
    }

    /// The change as a client sees it.
    package init(_ change: LateChange) {
        device = change.device
        at = Timestamp.text(change.at)
    }
}

/// The author of a thing.
package struct AuthorJSON: JSONShape {
    package var id = ""
    package var name = ""
    package var me = false

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .key, "The person's root key, 52 characters of base 32.")
        fields.member("name", &name, "The name under which they are shown here.")
        fields.member("me", &me, "They are the person whose node this is.")
    }

    /// The author as a client sees them.
    package init(_ author: Author) {
        id = author.person.text
        name = author.name
        me = author.isMe
    }
}

/// A value that lost against a concurrent one.
package struct ConflictJSON: JSONShape {
    package var field = ""
    package var losingValue = ""
    package var by = AuthorJSON()
    package var at = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("field", &field, "The member it is about.")
        fields.member("losing_value", &losingValue, "The value that lost.")
        fields.member("by", &by, "The person who wrote it.")
        fields.member("at", &at, as: .time, "The time when it was written.")
    }

    /// The conflict as a client sees it.
    package init(_ conflict: Conflict) {
        field = conflict.field
        losingValue = conflict.losingValue
        by = AuthorJSON(conflict.writer)
        at = Timestamp.text(conflict.at)
    }
}

/// A page of a list.
package struct PageJSON<Item: JSONConvertible & Equatable & Sendable>: JSONShape {
    package var items: [Item] = []
    package var nextCursor: String?
    package var total: Int?

    package static var shape: String { "Page" }

    package static var schema: Schema {
        if case .named(let name) = Item.schema { .page(name) } else { .object }
    }

    package static var shapes: [ObjectSchema] { Item.shapes }

    package init() {}

    package mutating func visit(_ fields: Fields) {
        fields.member("items", &items, "The items of this page.")
        fields.member(
            "next_cursor", &nextCursor,
            "It asks for the next page, as `cursor`; absent on the last.")
        fields.member(
            "total", &total, "The total number of matches; absent unless it was asked for.")
    }

    /// A page; without a cursor it is the only or the last one.
    package init(items: [Item], nextCursor: String? = nil, total: Int? = nil) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}

/// Whether an address is kept already.
package struct CheckJSON: JSONShape {
    package var canonicalURL = ""
    package var bookmark: BookmarkJSON?
    package var autoTags: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "canonical_url", &canonicalURL,
            "The address in the form by which equal ones are found.")
        fields.member("bookmark", &bookmark, "The link that has the address; absent if none has.")
        fields.member("auto_tags", &autoTags, "Tags that rules would put on it.")
    }

    /// The result of a look-up of an address in its canonical form.
    package init(canonicalURL: String, bookmark: Bookmark?, autoTags: [String] = []) {
        self.canonicalURL = canonicalURL
        self.bookmark = bookmark.map(BookmarkJSON.init)
        self.autoTags = autoTags
    }
}
