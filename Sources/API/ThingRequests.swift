import CRDT
package import Domain

/// `POST /v1/garments`, and of every kind that has a name: what it is, and where it goes.
package struct NewThingRequest: Codable, Equatable, Sendable {
    package var name: String
    package var url: String?
    package var note: String?
    package var tags: [String]?
    /// An audience name; absent means the default one, and wherever a live share places it.
    package var audience: String?
    /// Each a member by itself, as in the answer.
    package var details: [Detail]

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

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        name = try members.decode(String.self, forKey: "name")
        url = try members.decodeIfPresent(String.self, forKey: "url")
        note = try members.decodeIfPresent(String.self, forKey: "note")
        tags = try members.decodeIfPresent([String].self, forKey: "tags")
        audience = try members.decodeIfPresent(String.self, forKey: "audience")
        details = try members.details()
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(name, forKey: "name")
        try members.encodeIfPresent(url, forKey: "url")
        try members.encodeIfPresent(note, forKey: "note")
        try members.encodeIfPresent(tags, forKey: "tags")
        try members.encodeIfPresent(audience, forKey: "audience")
        try members.encode(said: details)
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
package struct EditThingRequest: Codable, Equatable, Sendable {
    package var name: String?
    /// No characters: it goes. So the note.
    package var url: String?
    package var note: String?
    package var addTags: [String]
    package var removeTags: [String]
    /// A member by itself says what is to stand there; of a list, `add_` and `remove_` before its
    /// name what comes and goes.
    package var details: [DetailChange]

    /// A change; what is left out stays as it is.
    package init(
        name: String? = nil, url: String? = nil, note: String? = nil, addTags: [String] = [],
        removeTags: [String] = [], details: [DetailChange] = []
    ) {
        self.name = name
        self.url = url
        self.note = note
        self.addTags = addTags
        self.removeTags = removeTags
        self.details = details
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        name = try members.decodeIfPresent(String.self, forKey: "name")
        url = try members.decodeIfPresent(String.self, forKey: "url")
        note = try members.decodeIfPresent(String.self, forKey: "note")
        addTags = try members.decodeIfPresent([String].self, forKey: "add_tags") ?? []
        removeTags = try members.decodeIfPresent([String].self, forKey: "remove_tags") ?? []
        details = try members.detailChanges()
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encodeIfPresent(name, forKey: "name")
        try members.encodeIfPresent(url, forKey: "url")
        try members.encodeIfPresent(note, forKey: "note")
        if !addTags.isEmpty { try members.encode(addTags, forKey: "add_tags") }
        if !removeTags.isEmpty { try members.encode(removeTags, forKey: "remove_tags") }
        try members.encode(details)
    }

    /// What it asks of the node.
    package func command(_ reference: Reference) -> Command {
        .edit(
            reference,
            BookmarkChange(
                url: url, title: name, note: note, addTags: addTags, removeTags: removeTags,
                details: details))
    }
}

extension Endpoint {
    /// The one kind of thing that its path leads to; nil if it is any, or no thing at all.
    package var kind: Kind? {
        switch self {
        case .listBookmarks, .showBookmark, .editBookmark, .removeBookmark, .readSnapshot:
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
        let changes: [Endpoint] = [
            .editBookmark, .editGarment, .editOutfit, .editCloset, .editHighlight, .editPlace,
            .editClip,
        ]
        let isChange = changes.contains(self)
        throw ProblemJSON(
            .notFound, "\(id) is \(thing.kind.named), and no \(kind.word)",
            fix: isChange ? change : "weft show \(id)")
    }
}
