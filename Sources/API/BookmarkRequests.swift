package import Domain

/// A link on its way in, as a member of `AddRequest` or by itself.
package struct DraftJSON: Codable, Equatable, Sendable {
    package var url: String
    package var title: String?
    package var note: String?
    package var tags: [String]?
    /// `s`, `m` (which is taken if absent) or `l`.
    package var size: String?
    package var unread: Bool?
    /// When it was saved; absent means now.
    package var createdAt: String?
    /// References to files of its page that were put in before (`Blob.photo`).
    package var thumbnail: String?
    package var snapshots: [String]?

    private enum CodingKeys: String, CodingKey {
        case url, title, note, tags, size, unread, thumbnail, snapshots
        case createdAt = "created_at"
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
            size: try Word.size(size, at: pointer + "/size") ?? .medium,
            isUnread: unread ?? false,
            added: try Word.time(createdAt, at: pointer + "/created_at"),
            details: [
                Detail(.thumbnail, thumbnail.map { [$0] } ?? []),
                Detail(.snapshot, snapshots ?? []),
            ].filter { !$0.values.isEmpty })
    }
}

/// `POST /v1/bookmarks`: the members of a draft, and where it goes.
package struct AddRequest: Codable, Equatable, Sendable {
    package var draft: DraftJSON
    /// An audience name; absent means the default one, and wherever a live share places it.
    package var audience: String?
    /// `skip` (which is taken if absent) or `merge`.
    package var onDuplicate: String?

    private enum CodingKeys: String, CodingKey {
        case audience
        case onDuplicate = "on_dup"
    }

    /// A link for an audience.
    package init(_ draft: DraftJSON, audience: String? = nil, onDuplicate: String? = nil) {
        self.draft = draft
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    package init(from decoder: any Decoder) throws {
        draft = try DraftJSON(from: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        audience = try members.decodeIfPresent(String.self, forKey: .audience)
        onDuplicate = try members.decodeIfPresent(String.self, forKey: .onDuplicate)
    }

    package func encode(to encoder: any Encoder) throws {
        try draft.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(audience, forKey: .audience)
        try members.encodeIfPresent(onDuplicate, forKey: .onDuplicate)
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .addBookmarks(
            [try draft.draft(at: "")], to: try Word.audience(audience),
            onDuplicate: try Word.policy(onDuplicate) ?? .skip, act: nil)
    }
}

/// `POST /v1/bookmarks:batch` with `drafts`: several links, at most `Limits.batchMax`, kept together.
package struct BatchRequest: Codable, Equatable, Sendable {
    package var drafts: [DraftJSON]
    /// As in `AddRequest`.
    package var audience: String?
    package var onDuplicate: String?

    private enum CodingKeys: String, CodingKey {
        case drafts, audience
        case onDuplicate = "on_dup"
    }

    /// Links for an audience.
    package init(_ drafts: [DraftJSON], audience: String? = nil, onDuplicate: String? = nil) {
        self.drafts = drafts
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        guard drafts.count <= Limits.batchMax else {
            throw ProblemJSON(
                .tooMany, "\(drafts.count) links at once; at most \(Limits.batchMax)",
                fix: "send them in several batches", pointer: "/drafts")
        }
        var read: [BookmarkDraft] = []
        for (index, draft) in drafts.enumerated() {
            read.append(try draft.draft(at: "/drafts/\(index)"))
        }
        return .addBookmarks(
            read, to: try Word.audience(audience),
            onDuplicate: try Word.policy(onDuplicate) ?? .skip, act: nil)
    }
}

/// `PATCH /v1/bookmarks/{id}`: what is absent stays as it is.
package struct EditRequest: Codable, Equatable, Sendable {
    package var url: String?
    package var title: String?
    package var note: String?
    package var size: String?
    package var unread: Bool?
    package var addTags: [String]?
    package var removeTags: [String]?
    /// What takes the place of its thumbnail, and of its saved copies; no characters, or none: they go.
    package var thumbnail: String?
    package var snapshots: [String]?
    package var addSnapshots: [String]?
    package var removeSnapshots: [String]?

    private enum CodingKeys: String, CodingKey {
        case url, title, note, size, unread, thumbnail, snapshots
        case addSnapshots = "add_snapshots"
        case removeSnapshots = "remove_snapshots"
        case addTags = "add_tags"
        case removeTags = "remove_tags"
    }

    /// A change; what is left out stays as it is.
    package init(
        url: String? = nil, title: String? = nil, note: String? = nil, size: String? = nil,
        unread: Bool? = nil, addTags: [String]? = nil, removeTags: [String]? = nil,
        thumbnail: String? = nil, snapshots: [String]? = nil, addSnapshots: [String]? = nil,
        removeSnapshots: [String]? = nil
    ) {
        self.url = url
        self.title = title
        self.note = note
        self.size = size
        self.unread = unread
        self.addTags = addTags
        self.removeTags = removeTags
        self.thumbnail = thumbnail
        self.snapshots = snapshots
        self.addSnapshots = addSnapshots
        self.removeSnapshots = removeSnapshots
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) throws(ProblemJSON) -> Command {
        .edit(
            reference,
            BookmarkChange(
                url: url, title: title, note: note, size: try Word.size(size, at: "/size"),
                isUnread: unread, addTags: addTags ?? [], removeTags: removeTags ?? [],
                details: details))
    }

    private var details: [DetailChange] {
        [
            DetailChange(.thumbnail, values: thumbnail.map { $0.isEmpty ? [] : [$0] }),
            DetailChange(
                .snapshot, values: snapshots, add: addSnapshots ?? [],
                remove: removeSnapshots ?? []),
        ].filter { $0 != DetailChange($0.name) }
    }
}
