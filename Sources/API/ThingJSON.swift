import CRDT
package import Domain

/// A thing of any kind, as its kind is told: `type` says which.
package enum ThingJSON: Codable, Equatable, Sendable {
    /// With all that `/v1/bookmarks` says of it.
    case link(BookmarkJSON)
    /// Of any other kind.
    case named(NamedThingJSON)

    /// The thing as a client sees it.
    package init(_ thing: Bookmark) {
        self = thing.kind == .link ? .link(BookmarkJSON(thing)) : .named(NamedThingJSON(thing))
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        let type = try members.decode(String.self, forKey: "type")
        self =
            type == BookmarkJSON.type
            ? .link(try BookmarkJSON(from: decoder)) : .named(try NamedThingJSON(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .link(let link): try link.encode(to: encoder)
        case .named(let thing): try thing.encode(to: encoder)
        }
    }
}

/// A thing that is no link: it has a name, and details of its kind as members.
package struct NamedThingJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    /// The word of its kind, such as `garment`.
    package var type: String
    package var name: String
    /// Where it is told of or sold; absent if it has no address.
    package var url: String?
    package var note: String
    package var tags: [String]
    /// Audience names beside its home.
    package var placement: [String]
    package var trashed: Bool
    /// As of a link.
    package var lateChange: LateChangeJSON?
    package var author: AuthorJSON
    package var createdAt: String
    package var updatedAt: String
    package var conflicts: [ConflictJSON]
    package var reactions: ReactionsJSON
    /// Changes whenever another member does, but for reactions; what `If-Match` compares.
    package var etag: String
    /// Each a member by itself (`DetailName.member`): of a list always an array, of another one a
    /// text, absent if nothing is said.
    package var details: [Detail]
    /// Of an outfit what lies where, the lowest first; nil of other things.
    package var layers: [LayerJSON]?
    /// Of a closet what hangs in it; nil of other things.
    package var things: [ClosetThingJSON]?
    /// The place that it names; nil if this person cannot see it, or it names none.
    package var place: PartJSON?
    /// What names it, the last that came first; nil if nothing does, and in lists.
    package var namedBy: [PartJSON]?
    /// How far it is from the point that a search has named, in metres; nil if it named none.
    package var distance: Int?

    /// The thing as a client sees it.
    package init(_ thing: Bookmark) {
        id = thing.id.text
        shortID = thing.id.short
        type = thing.kind.word
        name = thing.title
        url = thing.url.isEmpty ? nil : thing.url
        note = thing.note
        tags = thing.tags
        placement = thing.placement.map(\.name)
        trashed = thing.isTrashed
        lateChange = thing.lateChange.map(LateChangeJSON.init)
        author = AuthorJSON(thing.author)
        createdAt = Timestamp.text(thing.added)
        updatedAt = Timestamp.text(thing.updated)
        conflicts = thing.conflicts.map { conflict in
            var told = ConflictJSON(conflict)
            if told.field == "title" { told.field = "name" }
            return told
        }
        reactions = ReactionsJSON(thing.reactions)
        etag = EntityTag.text(of: thing)
        details = thing.details.filter(\.name.value.isTyped)
        place = thing.namedPlace.flatMap { thing.part($0) }.map(PartJSON.init)
        if !thing.namedBy.isEmpty { namedBy = thing.namedBy.map(PartJSON.init) }
        distance = thing.distance.map { Int(($0 + 500) / 1000) }
        if thing.kind == .outfit {
            layers = thing.canvas.layers.enumerated().map { index, layer in
                LayerJSON(layer, number: index + 1, of: thing)
            }
        }
        if thing.kind == .closet {
            things = thing.contents.map {
                ClosetThingJSON(reference: $0.text, thing: thing.part($0).map(PartJSON.init))
            }
        }
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        id = try members.decode(String.self, forKey: "id")
        shortID = try members.decode(String.self, forKey: "short_id")
        type = try members.decode(String.self, forKey: "type")
        name = try members.decode(String.self, forKey: "name")
        url = try members.decodeIfPresent(String.self, forKey: "url")
        note = try members.decode(String.self, forKey: "note")
        tags = try members.decode([String].self, forKey: "tags")
        placement = try members.decode([String].self, forKey: "placement")
        trashed = try members.decode(Bool.self, forKey: "trashed")
        lateChange = try members.decodeIfPresent(LateChangeJSON.self, forKey: "late_change")
        author = try members.decode(AuthorJSON.self, forKey: "author")
        createdAt = try members.decode(String.self, forKey: "created_at")
        updatedAt = try members.decode(String.self, forKey: "updated_at")
        conflicts = try members.decode([ConflictJSON].self, forKey: "conflicts")
        reactions = try members.decode(ReactionsJSON.self, forKey: "reactions")
        etag = try members.decode(String.self, forKey: "etag")
        let isOutfit = type == Kind.outfit.word
        layers = isOutfit ? try members.decode([LayerJSON].self, forKey: "layers") : nil
        let isCloset = type == Kind.closet.word
        things = isCloset ? try members.decode([ClosetThingJSON].self, forKey: "things") : nil
        place = try members.decodeIfPresent(PartJSON.self, forKey: "place_thing")
        namedBy = try members.decodeIfPresent([PartJSON].self, forKey: "named_by")
        distance = try members.decodeIfPresent(Int.self, forKey: "distance_m")
        details = try members.details()
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(id, forKey: "id")
        try members.encode(shortID, forKey: "short_id")
        try members.encode(type, forKey: "type")
        try members.encode(name, forKey: "name")
        try members.encodeIfPresent(url, forKey: "url")
        try members.encode(note, forKey: "note")
        try members.encode(tags, forKey: "tags")
        try members.encode(placement, forKey: "placement")
        try members.encode(trashed, forKey: "trashed")
        try members.encodeIfPresent(lateChange, forKey: "late_change")
        try members.encode(author, forKey: "author")
        try members.encode(createdAt, forKey: "created_at")
        try members.encode(updatedAt, forKey: "updated_at")
        try members.encode(conflicts, forKey: "conflicts")
        try members.encode(reactions, forKey: "reactions")
        try members.encode(etag, forKey: "etag")
        try members.encodeIfPresent(layers, forKey: "layers")
        try members.encodeIfPresent(things, forKey: "things")
        try members.encodeIfPresent(place, forKey: "place_thing")
        try members.encodeIfPresent(namedBy, forKey: "named_by")
        try members.encodeIfPresent(distance, forKey: "distance_m")
        try members.encode(details, of: Kind(word: type))
    }
}

/// How many things of a kind somebody has in sight.
package struct ThingCountJSON: Codable, Equatable, Sendable {
    /// The word of the kind.
    package var type: String
    /// Own ones that are not in the trash.
    package var own: Int
    /// Of others.
    package var seen: Int

    /// The count as a client sees it.
    package init(_ count: ThingCount) {
        type = count.kind.word
        own = count.own
        seen = count.seen
    }
}
