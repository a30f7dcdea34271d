import CRDT
package import Domain

/// A thing of any kind, as its kind is told: `type` says which.
package enum ThingJSON: Equatable, Sendable {
    /// With all that `/v1/bookmarks` says of it.
    case link(BookmarkJSON)
    /// A thing of any other kind.
    case named(NamedThingJSON)

    /// The thing as a client sees it.
    package init(_ thing: Bookmark) {
        self = thing.kind == .link ? .link(BookmarkJSON(thing)) : .named(NamedThingJSON(thing))
    }

    package init() {
        self = .named(NamedThingJSON())
    }
}

extension ThingJSON: JSONConvertible {
    package static var schema: Schema { .named(Things.names.shape) }
    package static var shapes: [ObjectSchema] { [Things.names.thing] }

    package static func read(_ json: JSONValue, at place: JSONPlace) -> ThingJSON? {
        guard case .object(let members) = json, members["type"] == .string(BookmarkJSON.type) else {
            return NamedThingJSON.read(json, at: place).map { .named($0) }
        }
        return BookmarkJSON.read(json, at: place).map { .link($0) }
    }

    package func write(to buffer: JSONBuffer) {
        switch self {
        case .link(let link): link.write(to: buffer)
        case .named(let thing): thing.write(to: buffer)
        }
    }
}

/// A thing that is no link: it has a name, and details of its kind as members.
package struct NamedThingJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    /// The word of its kind, such as `garment`.
    package var type = ""
    package var name = ""
    package var url: String?
    package var note = ""
    package var tags: [String] = []
    package var placement: [String] = []
    package var trashed = false
    package var lateChange: LateChangeJSON?
    package var author = AuthorJSON()
    package var createdAt = ""
    package var updatedAt = ""
    package var conflicts: [ConflictJSON] = []
    package var reactions = ReactionsJSON()
    package var etag = ""
    /// Each a member by itself (`DetailName.member`): of a list always an array, of another one a
    /// text, absent if nothing is said.
    package var details: [Detail] = []
    /// The layers of an outfit, lowest first; nil of other things.
    package var layers: [LayerJSON]?
    /// The contents of a closet; nil of other things.
    package var things: [ClosetThingJSON]?
    /// The place that it names; nil if this person cannot see it, or it names none.
    package var place: PartJSON?
    /// The things that refer to it, the latest first; nil if none does, and in lists.
    package var namedBy: [PartJSON]?
    /// The distance from the point that a search has named, in metres; nil if it named none.
    package var distance: Int?

    package static let shape = Things.names.shape
    package static var shapes: [ObjectSchema] { [Things.names.thing] }
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member("name", &name, "Its name.")
        fields.member("url", &url, "Its address; of what has none absent.")
        fields.member("note", &note, "The author's note on it.")
        fields.member("tags", &tags, "Its tags, as they are spelled here.")
        fields.member(
            "placement", &placement, as: .list(.audience),
            "Audiences in which it is, beside its home.")
        fields.trash(&trashed, &lateChange)
        fields.origin(&author, createdAt: &createdAt, updatedAt: &updatedAt)
        fields.responses(&conflicts, &reactions)
        fields.member(
            "etag", &etag,
            "It changes whenever another member does, but for reactions; "
                + "for If-Match.")
        // What OpenAPI says of the rest depends on the kind.
        if fields.isDescribing { return }
        fields.member("type", &type)
        fields.details(&details, of: Kind(word: type))
        fields.member("layers", &layers)
        fields.member("things", &things)
        fields.member("place_thing", &place)
        fields.member("named_by", &namedBy)
        fields.member("distance_m", &distance)
    }

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
                ClosetThingJSON($0.text, thing.part($0).map(PartJSON.init))
            }
        }
    }
}

/// The number of things of one kind.
package struct ThingCountJSON: JSONShape {
    package var type = ""
    package var own = 0
    package var seen = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("type", &type, as: .word(Kind.allCases.map(\.word)), "The word of the kind.")
        fields.member("own", &own, "Own ones that are not in the trash.")
        fields.member("seen", &seen, "Those of others.")
    }

    /// The count as a client sees it.
    package init(_ count: ThingCount) {
        type = count.kind.word
        own = count.own
        seen = count.seen
    }
}
