package import Domain

/// A link on its way in: by itself, or one of a batch.
package struct DraftJSON: JSONShape {
    package var url = ""
    package var title: String?
    package var note: String?
    package var tags: [String]?
    package var size: String?
    package var unread: Bool?
    package var createdAt: String?
    package var thumbnail: String?
    package var snapshots: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("url", &url, as: .url, "Its address; of what has none absent.")
        fields.member("title", &title, as: .title, "Its name.")
        fields.member("note", &note, as: .note, "The author's note on it.")
        fields.member("tags", &tags, as: .tags, "Its tags, as they are spelled here.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "The size of its tile: `s`, `m` or `l`.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.member("created_at", &createdAt, as: .time, "The time when it was added.")
        fields.member(
            "thumbnail", &thumbnail,
            "A reference to the picture of its page; absent if it has none.")
        fields.member(
            "snapshots", &snapshots,
            "References to saved copies of its page, the earliest first.")
    }

    /// A draft; only the address is needed.
    package init(
        url: String, title: String? = nil, note: String? = nil, tags: [String]? = nil,
        size: String? = nil, unread: Bool? = nil, createdAt: String? = nil,
        thumbnail: String? = nil, snapshots: [String]? = nil
    ) {
        self.url = url
        self.title = title
        self.note = note
        self.tags = tags
        self.size = size
        self.unread = unread
        self.createdAt = createdAt
        self.thumbnail = thumbnail
        self.snapshots = snapshots
    }

    /// The draft that this text means.
    ///
    /// - Parameter pointer: where it stands in the request.
    package func draft(at pointer: String) throws(ProblemJSON) -> BookmarkDraft {
        BookmarkDraft(
            url: url, title: title ?? "", note: note ?? "", tags: tags ?? [],
            size: try ParameterWord.size(size, at: pointer + "/size") ?? .medium,
            isUnread: unread ?? false,
            added: try ParameterWord.time(createdAt, at: pointer + "/created_at"),
            details: [
                Detail(.thumbnail, thumbnail.map { [$0] } ?? []),
                Detail(.snapshot, snapshots ?? []),
            ].filter { !$0.values.isEmpty })
    }
}
