import CRDT
package import Domain

/// `POST /v1/garments`, and of every kind that has a name: what it is, and where it goes.
package struct NewThingRequest: JSONShape {
    package var name = ""
    package var url: String?
    package var note: String?
    package var tags: [String]?
    package var audience: String?
    /// Each a member by itself, as in the answer.
    package var details: [Detail] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, as: .text(1...Limits.titleBytesMax), "What it is called.")
        fields.member(
            "url", &url, as: .text(0...Limits.urlBytesMax),
            "Its address; of what has none absent.")
        fields.member("note", &note, as: .note, "What its author says of it.")
        fields.member("tags", &tags, as: .tags, "Its tags, as they are spelled here.")
        fields.member(
            "audience", &audience, as: .audience,
            "Where it goes; absent means the default audience.")
        fields.details(said: &details)
    }

    /// A thing of this name.
    package init(
        name: String, url: String? = nil, note: String? = nil, tags: [String]? = nil,
        audience: String? = nil, details: [Detail] = []
    ) {
        self.name = name
        self.url = url
        self.note = note
        self.tags = tags
        self.audience = audience
        self.details = details
    }

    /// What it asks of the node.
    package func command(_ kind: Kind) throws(ProblemJSON) -> Command {
        .addBookmarks(
            [draft(kind)], to: try Word.audience(audience), onDuplicate: .skip, act: nil)
    }

    func draft(_ kind: Kind) -> BookmarkDraft {
        BookmarkDraft(
            url: url ?? "", title: name, note: note ?? "", tags: tags ?? [], kind: kind,
            details: details)
    }
}

/// `PATCH /v1/garments/{id}`, and of every kind that has a name: what is absent stays as it is.
package struct EditThingRequest: JSONShape {
    package var name: String?
    package var url: String?
    package var note: String?
    package var addTags: [String]?
    package var removeTags: [String]?
    /// A member by itself says what is to stand there; of a list, `add_` and `remove_` before its
    /// name what comes and goes.
    package var details: [DetailChange] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("name", &name, "What it is called.")
        if fields.kind?.isPassage == true {
            // A passage has the address of its page, which cannot go.
            fields.lasting("url", &url)
        } else {
            fields.clearable("url", &url, nothing: "", "Its address; of what has none absent.")
        }
        fields.clearable("note", &note, as: .note, nothing: "", "What its author says of it.")
        fields.clearable(
            "add_tags", &addTags, as: .tags, nothing: [],
            "What is to come to the list: Its tags, as they are spelled here.")
        fields.clearable(
            "remove_tags", &removeTags, nothing: [],
            "What is to go from the list: Its tags, as they are spelled here.")
        fields.details(changes: &details)
    }

    /// A change; what is left out stays as it is.
    package init(
        name: String? = nil, url: String? = nil, note: String? = nil, addTags: [String] = [],
        removeTags: [String] = [], details: [DetailChange] = []
    ) {
        self.name = name
        self.url = url
        self.note = note
        self.addTags = addTags.isEmpty ? nil : addTags
        self.removeTags = removeTags.isEmpty ? nil : removeTags
        self.details = details
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) -> Command {
        .edit(
            reference,
            BookmarkChange(
                url: url, title: name, note: note, addTags: addTags ?? [],
                removeTags: removeTags ?? [], details: details))
    }
}

extension OperationID {
    /// The one kind of thing that its path leads to; nil if it is any, or no thing at all.
    package var kind: Kind? {
        switch self {
        case .listBookmarks, .showBookmark, .editBookmark, .removeBookmark:
            return .link
        case .listGarments, .addGarment, .showGarment, .editGarment, .removeGarment, .cloneGarment:
            return .garment
        case .listOutfits, .addOutfit, .showOutfit, .editOutfit, .removeOutfit, .arrangeOutfit,
            .wearOutfit, .cloneOutfit:
            return .outfit
        case .listClosets, .addCloset, .showCloset, .editCloset, .removeCloset, .fillCloset:
            return .closet
        case .listHighlights, .addHighlight, .showHighlight, .editHighlight, .removeHighlight:
            return .highlight
        case .listPlaces, .addPlace, .showPlace, .editPlace, .removePlace: return .place
        case .listClips, .addClip, .showClip, .editClip, .removeClip, .reel: return .clip
        default: return nil
        }
    }

    /// Holds a thing against the path by which it was asked for.
    ///
    /// - Throws: `not_found` if the path leads to things of another kind.
    package func check(_ thing: Bookmark) throws(ProblemJSON) {
        guard let kind, kind != thing.kind else { return }
        let id = thing.id.short
        let change = thing.kind == .link ? "weft edit \(id)" : "weft \(thing.kind.word) edit \(id)"
        let changes: [OperationID] = [
            .editBookmark, .editGarment, .editOutfit, .editCloset, .editHighlight, .editPlace,
            .editClip,
        ]
        let isChange = changes.contains(self)
        throw ProblemJSON(
            .notFound, "\(id) is \(thing.kind.named), not \(kind.named)",
            fix: isChange ? change : "weft show \(id)")
    }
}
