package import Domain

// Endpoints that only outfits and closets have.

/// Suggests an outfit for a day, with reasons.
package struct SuggestOutfit: Endpoint {
    package var day: String?
    package var occasion: String?
    package var season: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("day", &day, "The day, such as 2026-01-31")
        fields.query("occasion", &occasion, "Such as work")
        fields.query("season", &season, as: .word(Garment.seasons), "Only what is worn then")
    }

    /// An outfit for a day.
    package init(day: String, occasion: String? = nil, season: String? = nil) {
        self.day = day
        self.occasion = occasion
        self.season = season
    }

    package static let route = EndpointRoute(
        "suggestOutfit", .get, "/v1/outfits/suggest", "Suggest an outfit, with reasons",
        [.invalidValue])
    package func request() throws(ProblemJSON) -> TypedRequest<OutfitAdvice> {
        guard let day else {
            throw ProblemJSON(.badRequest, "day is missing", fix: "?day=2026-01-31")
        }
        return .query {
            .wardrobe(.suggest(OutfitWish(occasion: occasion, season: season, day: day), $0))
        }
    }
    package func output(_ advice: OutfitAdvice) -> AdviceJSON { AdviceJSON(advice) }
}

/// Puts garments on an outfit, moves them, and takes them off.
package struct ArrangeOutfit: WardrobeChange {
    package var id = ""
    package var changes: [LayoutChangeJSON] = []

    package static let shape = "Layout"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.member("changes", &changes, "Changes, made one after the other, all or none.")
    }

    /// Creates these changes of the outfit with this reference.
    package init(_ id: String, _ changes: [LayoutChangeJSON]) {
        self.id = id
        self.changes = changes
    }

    package static let kind: Kind? = .outfit
    package static let route = EndpointRoute(
        "arrangeOutfit", .post, "/v1/outfits/{id}/layout", "Put on, move and take off",
        Routes.changing)
    package static var outputForm: AnswerForm { .one(Outfits.names.thing) }
    package func request() throws(ProblemJSON) -> TypedRequest<Bookmark> {
        var read: [LayoutChange] = []
        for (place, change) in changes.enumerated() { read.append(try change.change(place)) }
        return .command { .wardrobe(.arrange(Reference(text: id), read, $0)) }
    }
}

/// Notes a day on which an outfit was worn, also with the own garments in it.
package struct WearOutfit: WardrobeChange {
    package var id = ""
    package var day = ""
    package var remove: Bool?

    package static let shape = "Wear"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.member("day", &day, "The day, such as `2026-01-31`.")
        fields.member("remove", &remove, "Take the day out again.")
    }

    /// The outfit that somebody names so was worn on `day`, or was not after all.
    package init(_ id: String, day: String, remove: Bool? = nil) {
        self.id = id
        self.day = day
        self.remove = remove
    }

    package static let kind: Kind? = .outfit
    package static let route = EndpointRoute(
        "wearOutfit", .post, "/v1/outfits/{id}/wear",
        "Note a day on which it was worn, with one's own garments in it", Routes.changing)
    package static var outputForm: AnswerForm { .one(Outfits.names.thing) }
    package func request() -> TypedRequest<Bookmark> {
        .command {
            .wardrobe(.wear(Reference(text: id), on: day, isTakenBack: remove ?? false, $0))
        }
    }
}

/// Puts things into a closet, and takes things out.
package struct FillCloset: WardrobeChange {
    package var id = ""
    package var add: [String]?
    package var remove: [String]?

    package static let shape = "Fill"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.ifMatch()
        fields.member("add", &add, "Ids of what comes in.")
        fields.member("remove", &remove, "Ids, or references, of what goes.")
    }

    /// These come into the closet that somebody names so, and those go.
    package init(_ id: String, add: [String]? = nil, remove: [String]? = nil) {
        self.id = id
        self.add = add
        self.remove = remove
    }

    package static let kind: Kind? = .closet
    package static let route = EndpointRoute(
        "fillCloset", .post, "/v1/closets/{id}/things", "Put things in, and take things out",
        Routes.changing)
    package static var outputForm: AnswerForm { .one(Closets.names.thing) }
    package func request() -> TypedRequest<Bookmark> {
        .command {
            .wardrobe(
                .fill(
                    Reference(text: id), add: (add ?? []).map(Reference.init(text:)),
                    remove: (remove ?? []).map(Reference.init(text:)), $0))
        }
    }
}

/// A change of an outfit or a closet, answered with how it is then.
package protocol WardrobeChange: ThingChange where Output == NamedThingJSON {}

extension WardrobeChange {
    package func output(_ thing: Bookmark) -> NamedThingJSON { NamedThingJSON(thing) }
}

/// Keeps an own copy of a garment, or of an outfit with the garments that can be seen.
package struct CloneThing<Paths: ClonePaths>: CreatingEndpoint {
    package var id = ""
    package var name: String?
    package var audience: String?

    package static var shape: String { "Clone" }
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.member("name", &name, "Your name for it; absent takes its name there.")
        fields.audience(&audience)
    }

    /// Creates a request for a copy of the thing with this reference.
    package init(_ id: String, name: String? = nil, audience: String? = nil) {
        self.id = id
        self.name = name
        self.audience = audience
    }

    package static var route: EndpointRoute {
        EndpointRoute(
            Paths.cloning.id, .post, Paths.names.path + "/{id}/clone", Paths.cloning.summary,
            Routes.keeping, statuses: [201], mayLackBody: true)
    }
    /// OpenAPI promises one, so that a client sends its type.
    package static var body: Route.Body? { Route.Body(bodySchema) }
    package func request() throws(ProblemJSON) -> TypedRequest<AdditionReport> {
        let target = try ParameterWord.audience(audience)
        return .command { .wardrobe(.clone(Reference(text: id), name: name, to: target, $0)) }
    }
}

/// Paths to things of which others can keep a copy.
package protocol ClonePaths: KindPaths {
    /// The operation that keeps one, and its summary.
    static var cloning: (id: OperationID, summary: String) { get }
}

extension Outfits: ClonePaths {
    package static let cloning: (id: OperationID, summary: String) = (
        "cloneOutfit", "Keep one's own, with the garments that can be seen"
    )
}

extension Garments: ClonePaths {
    package static let cloning: (id: OperationID, summary: String) = (
        "cloneGarment", "Keep one's own of a garment"
    )
}

/// Tells what the own garments are worth, and how they are worn.
package struct ShowStats: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "showStats", .get, "/v1/closets/stats",
        "The value of one's garments, and the wears")
    package func request() -> TypedRequest<ClosetStats> { .query { .wardrobe(.stats(nil, $0)) } }
    package func output(_ stats: ClosetStats) -> ClosetStatsJSON { ClosetStatsJSON(stats) }
}

/// Tells what the garments in a closet are worth, and how they are worn.
package struct ShowClosetStats: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "showClosetStats", .get, "/v1/closets/{id}/stats",
        "The value of the garments in it, and the wears", [.notFound, .ambiguous])
    package func request() -> TypedRequest<ClosetStats> {
        .query { .wardrobe(.stats(Reference(text: id), $0)) }
    }
    package func output(_ stats: ClosetStats) -> ClosetStatsJSON { ClosetStatsJSON(stats) }
}
