import CRDT
package import Domain

/// A link.
package struct BookmarkJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    /// Always `bookmark`.
    package var type: String
    package var url: String
    package var canonicalURL: String
    package var title: String
    package var note: String
    package var tags: [String]
    /// Audience names beside its home.
    package var placement: [String]
    /// `s`, `m` or `l`.
    package var size: String
    package var unread: Bool
    package var trashed: Bool
    /// Who changed it last without having heard of its removal; absent if nobody, or if it is not in the trash.
    package var lateChange: LateChangeJSON?
    package var author: AuthorJSON
    package var createdAt: String
    package var updatedAt: String
    package var conflicts: [ConflictJSON]
    package var reactions: ReactionsJSON
    /// How many highlights of its page can be seen here, whosever they are.
    package var highlightsCount: Int
    /// A reference to the picture of its page (`BlobReference`); absent if it has none.
    package var thumbnail: String?
    /// References to saved copies of its page, the earliest first.
    package var snapshots: [String]
    /// Changes whenever another member does, but for reactions and highlights; what `If-Match` compares.
    package var etag: String

    /// What `type` says of a link; a search calls it `link`.
    static let type = "bookmark"

    private enum CodingKeys: String, CodingKey {
        case id, type, url, title, note, tags, placement, size, unread, trashed, author
        case conflicts, reactions, thumbnail, snapshots, etag
        case shortID = "short_id"
        case lateChange = "late_change"
        case canonicalURL = "canonical_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case highlightsCount = "highlights_count"
    }

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
package struct LateChangeJSON: Codable, Equatable, Sendable {
    /// What the person calls that device; of somebody else's what they call that person.
    package var device: String
    /// When, by that device's clock.
    package var at: String

    /// The change as a client sees it.
    package init(_ change: LateChange) {
        device = change.device
        at = Timestamp.text(change.at)
    }
}

/// Whose a thing is.
package struct AuthorJSON: Codable, Equatable, Sendable {
    /// The person's root key, 52 characters of base 32.
    package var id: String
    /// The name he is shown under here.
    package var name: String
    /// He is the person whose node this is.
    package var me: Bool

    /// The author as a client sees him.
    package init(_ author: Author) {
        id = author.person.text
        name = author.name
        me = author.isMe
    }
}

/// A value that lost against a concurrent one.
package struct ConflictJSON: Codable, Equatable, Sendable {
    package var field: String
    package var losingValue: String
    /// Who wrote it.
    package var by: AuthorJSON
    package var at: String

    private enum CodingKeys: String, CodingKey {
        case field, by, at
        case losingValue = "losing_value"
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
package struct PageJSON<Item: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    package var items: [Item]
    /// Asks for the next page; absent on the last.
    package var nextCursor: String?
    /// All matches, if that was asked.
    package var total: Int?

    private enum CodingKeys: String, CodingKey {
        case items, total
        case nextCursor = "next_cursor"
    }

    /// A page; without a cursor it is the only or the last one.
    package init(items: [Item], nextCursor: String? = nil, total: Int? = nil) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}

/// Whether an address is kept already.
package struct CheckJSON: Codable, Equatable, Sendable {
    package var canonicalURL: String
    /// Absent if the address is not kept.
    package var bookmark: BookmarkJSON?
    /// What the person's rules would put on.
    package var autoTags: [String]

    private enum CodingKeys: String, CodingKey {
        case bookmark
        case canonicalURL = "canonical_url"
        case autoTags = "auto_tags"
    }

    /// What the node found under the canonical form of an address.
    package init(canonicalURL: String, bookmark: Bookmark?, autoTags: [String] = []) {
        self.canonicalURL = canonicalURL
        self.bookmark = bookmark.map(BookmarkJSON.init)
        self.autoTags = autoTags
    }
}
