package import Domain

/// A link on its way in, as a member of `AddRequest` or by itself.
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
        fields.member("title", &title, as: .title, "What it is called.")
        fields.member("note", &note, as: .note, "What its author says of it.")
        fields.member("tags", &tags, as: .tags, "Its tags, as they are spelled here.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "How large its tile is: `s`, `m` or `l`.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.member("created_at", &createdAt, as: .time, "When it was added.")
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
package struct AddRequest: JSONShape {
    package var draft = DraftJSON()
    package var audience: String?
    package var onDuplicate: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        draft.visit(fields)
        fields.member(
            "audience", &audience, as: .audience,
            "Where it goes; absent means the default audience.")
        fields.member(
            "on_dup", &onDuplicate, as: .policy,
            "What to do with existing links: `skip`, `merge` or `overwrite`.")
    }

    /// A link for an audience.
    package init(_ draft: DraftJSON, audience: String? = nil, onDuplicate: String? = nil) {
        self.draft = draft
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .addBookmarks(
            [try draft.draft(at: "")], to: try Word.audience(audience),
            onDuplicate: try Word.policy(onDuplicate) ?? .skip, act: nil)
    }
}

/// `POST /v1/bookmarks:batch`: links to keep, or changes of what is here.
package struct BatchRequest: JSONShape {
    package var drafts: [DraftJSON]?
    package var audience: String?
    package var onDuplicate: String?
    package var ops: [OpJSON]?
    package var dryRun: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "drafts", &drafts, as: .several(.named("Draft"), 0...Limits.batchMax),
            "Links to keep; instead of `ops`.")
        fields.member(
            "audience", &audience, as: .audience,
            "Where they go; absent means the default audience.")
        fields.member(
            "on_dup", &onDuplicate, as: .policy,
            "What to do with existing things: `skip`, `merge` or `overwrite`.")
        fields.member(
            "ops", &ops, as: .several(.named("Op"), 1...Limits.bulkChangesMax),
            "Changes to make; instead of `drafts`.")
        fields.member(
            "dry_run", &dryRun, "Change nothing; the answer counts what would be changed.")
        // A batch of links to keep changes nothing that is here.
        if ops != nil { fields.refuseOthers() }
    }

    /// Links for an audience.
    package init(_ drafts: [DraftJSON], audience: String? = nil, onDuplicate: String? = nil) {
        self.drafts = drafts
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    /// Changes of many things, done in their order as one act.
    package init(ops: [OpJSON], dryRun: Bool? = nil) {
        self.ops = ops
        self.dryRun = dryRun
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        switch (drafts, ops) {
        case (let drafts?, nil): return try keeping(drafts)
        case (nil, let ops?):
            var changes: [BulkChange] = []
            for (index, op) in ops.enumerated() {
                changes.append(try op.change(at: BulkRules.pointer(index)))
            }
            return .changeMany(changes)
        case (nil, nil): throw JSONText.wrong("the member drafts is missing", at: "/drafts")
        case (.some, .some):
            throw ProblemJSON(
                .invalidValue, "drafts and ops cannot be in one request",
                fix: "send exactly one of the two", pointer: "/ops")
        }
    }

    private func keeping(_ drafts: [DraftJSON]) throws(ProblemJSON) -> Command {
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
package struct EditRequest: JSONShape {
    package var url: String?
    package var title: String?
    package var note: String?
    package var size: String?
    package var unread: Bool?
    package var addTags: [String]?
    package var removeTags: [String]?
    package var thumbnail: String?
    package var snapshots: [String]?
    package var addSnapshots: [String]?
    package var removeSnapshots: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("url", &url, as: .url, "Its address; of what has none absent.")
        fields.clearable("title", &title, as: .title, nothing: "", "What it is called.")
        fields.clearable("note", &note, as: .note, nothing: "", "What its author says of it.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "How large its tile is: `s`, `m` or `l`.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.clearable(
            "add_tags", &addTags, as: .tags, nothing: [],
            "What is to come to the list: Its tags, as they are spelled here.")
        fields.clearable(
            "remove_tags", &removeTags, nothing: [],
            "What is to go from the list: Its tags, as they are spelled here.")
        fields.clearable(
            "thumbnail", &thumbnail, nothing: "",
            "A reference to the picture of its page; absent if it has none.")
        fields.clearable(
            "snapshots", &snapshots, nothing: [],
            "References to saved copies of its page, the earliest first.")
        fields.clearable(
            "add_snapshots", &addSnapshots, nothing: [],
            "What is to come to the list: References to saved copies of its page, the "
                + "earliest first.")
        fields.clearable(
            "remove_snapshots", &removeSnapshots, nothing: [],
            "What is to go from the list: References to saved copies of its page, the "
                + "earliest first.")
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
