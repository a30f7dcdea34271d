package import Domain

// Keeping and changing links.

/// Keeps a link.
package struct AddLink: CreatingEndpoint {
    package var draft = DraftJSON()
    package var audience: String?
    package var onDuplicate: String?

    package static let shape = Links.names.newShape
    package init() {}
    package mutating func visit(_ fields: Fields) {
        draft.visit(fields)
        fields.audience(&audience)
        fields.member(
            "on_dup", &onDuplicate, as: .policy,
            "The treatment of existing links: `skip`, `merge` or `overwrite`.")
    }

    /// A link for an audience.
    package init(_ draft: DraftJSON, audience: String? = nil, onDuplicate: String? = nil) {
        self.draft = draft
        self.audience = audience
        self.onDuplicate = onDuplicate
    }

    package static let route = EndpointRoute(
        Links.names.operation(.add), .post, Links.names.path, Links.names.summary(.add),
        Routes.keeping, statuses: [201, 200])
    package func request() throws(ProblemJSON) -> TypedRequest<AdditionReport> {
        let draft = try draft.draft(at: "")
        let target = try ParameterWord.audience(audience)
        let onDuplicate = try ParameterWord.policy(onDuplicate) ?? .skip
        return .command {
            .addBookmarks([draft], to: target, onDuplicate: onDuplicate, act: nil, $0)
        }
    }
}

/// Changes a link; what is absent stays as it is.
package struct EditLink: ThingChange {
    package var id = ""
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

    package static let shape = Links.names.editShape
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.member("url", &url, as: .url, "Its address; of what has none absent.")
        fields.clearable("title", &title, as: .title, nothing: "", "Its name.")
        fields.clearable("note", &note, as: .note, nothing: "", "The author's note on it.")
        fields.member(
            "size", &size, as: .word(TileSize.allCases.map(\.letter)),
            "The size of its tile: `s`, `m` or `l`.")
        fields.member("unread", &unread, "It is still to be read.")
        fields.tagChanges(&addTags, &removeTags)
        fields.clearable(
            "thumbnail", &thumbnail, nothing: "",
            "A reference to the picture of its page; absent if it has none.")
        fields.clearable(
            "snapshots", &snapshots, nothing: [],
            "References to saved copies of its page, the earliest first.")
        fields.clearable(
            "add_snapshots", &addSnapshots, nothing: [],
            "Values to add to the list: References to saved copies of its page, the "
                + "earliest first.")
        fields.clearable(
            "remove_snapshots", &removeSnapshots, nothing: [],
            "Values to remove from the list: References to saved copies of its page, the "
                + "earliest first.")
    }

    /// Creates a change of the link with this reference; omitted members stay as they are.
    package init(
        _ id: String, url: String? = nil, title: String? = nil, note: String? = nil,
        size: String? = nil,
        unread: Bool? = nil, addTags: [String]? = nil, removeTags: [String]? = nil,
        thumbnail: String? = nil, snapshots: [String]? = nil, addSnapshots: [String]? = nil,
        removeSnapshots: [String]? = nil
    ) {
        self.id = id
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

    package static let kind: Kind? = .link
    package static let route = EndpointRoute(
        Links.names.operation(.edit), .patch, Links.names.path + "/{id}",
        Links.names.summary(.edit), Routes.changing)
    package func request() throws(ProblemJSON) -> TypedRequest<Bookmark> {
        let size = try ParameterWord.size(size, at: "/size")
        return .command {
            .edit(
                Reference(text: id),
                BookmarkChange(
                    url: url, title: title, note: note, size: size, isUnread: unread,
                    addTags: addTags ?? [], removeTags: removeTags ?? [], details: details), $0)
        }
    }
    package func output(_ link: Bookmark) -> BookmarkJSON { BookmarkJSON(link) }

    private var details: [DetailChange] {
        [
            DetailChange(.thumbnail, values: thumbnail.map { $0.isEmpty ? [] : [$0] }),
            DetailChange(
                .snapshot, values: snapshots, add: addSnapshots ?? [],
                remove: removeSnapshots ?? []),
        ].filter { $0 != DetailChange($0.name) }
    }
}
