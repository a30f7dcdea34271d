import Domain

extension Routes {
    static let bookmarks: [Route] = Endpoints.bookmarks.map { $0.line }
    static let things: [Route] = Endpoints.things.map { $0.line }
    static let outfits: [Route] = named(Outfits.self) + Endpoints.outfits.map { $0.line }
    static let closets: [Route] = named(Closets.self) + Endpoints.closets.map { $0.line }
    static let places: [Route] = named(Places.self) + [ShowReel.line]
    static let objects: [Route] = Endpoints.objects.map { $0.line }

    /// Those of a kind whose things have a name.
    static func named(_ paths: (some KindPaths).Type) -> [Route] {
        Endpoints.named(paths).map { $0.line }
    }

    // A search may name what is not here, or what several have, and may be too long a one.
    static let searching: [ProblemJSON.Code] = [
        .invalidQuery, .invalidValue, .notFound, .ambiguous, .tooMany,
    ]

    // Among these: there is no such group or friend, or the role there does not allow it.
    static let keeping: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .roleRequired, .tooMany, .readOnly,
    ]

    // A thing of a group may be changed by those whose role there allows it.
    static let changing: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .roleRequired,
        .preconditionFailed, .readOnly,
    ]
}
