import Domain

extension Routes {
    static let things: [Route] = [
        get(
            .listThings, "/v1/things", "Things of every kind that match a search", .page("Thing"),
            paging + [query("type", .word(Kind.allCases.map(\.word)), "Only things of this kind")],
            searching),
        get(
            .showThing, "/v1/things/{id}", "One thing of any kind", .named("Thing"), [],
            [.notFound, .ambiguous]),
        write(
            .removeThing, .delete, "/v1/things/{id}", "Move a thing to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
    ]

    static let garments: [Route] = [
        get(
            .listGarments, "/v1/garments", "Garments that match a search", .page("Garment"),
            paging, searching),
        write(
            .addGarment, .post, "/v1/garments", "Add a garment", body: "NewGarment",
            answer: .named("Kept"), statuses: [201], keeping),
        get(
            .showGarment, "/v1/garments/{id}", "One garment", .named("Garment"), [],
            [.notFound, .ambiguous]),
        write(
            .editGarment, .patch, "/v1/garments/{id}", "Edit a garment", body: "EditGarment",
            answer: .named("Garment"), taking: [ifMatch],
            [
                .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .preconditionFailed,
                .readOnly,
            ]),
        write(
            .removeGarment, .delete, "/v1/garments/{id}", "Move a garment to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
    ]

    static let highlights: [Route] = [
        get(
            .listHighlights, "/v1/highlights",
            "Highlights that match a search; page:ADDRESS finds those of a page",
            .page("Highlight"),
            paging, searching),
        write(
            .addHighlight, .post, "/v1/highlights",
            "Highlight a passage of a page: name is the passage, url the page",
            body: "NewHighlight",
            answer: .named("Kept"), statuses: [201], keeping),
        get(
            .showHighlight, "/v1/highlights/{id}", "One highlight", .named("Highlight"), [],
            [.notFound, .ambiguous]),
        write(
            .editHighlight, .patch, "/v1/highlights/{id}", "Edit a highlight",
            body: "EditHighlight", answer: .named("Highlight"), taking: [ifMatch],
            [
                .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .preconditionFailed,
                .readOnly,
            ]),
        write(
            .removeHighlight, .delete, "/v1/highlights/{id}", "Move a highlight to the trash",
            body: nil, answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
    ]

    static let paging: [Route.Parameter] = [
        query("q", .string, "A search; absent means everything"),
        query("sort", .word(SortOrder.allCases.map(\.rawValue)), "The order"),
        limit, query("cursor", .string, "next_cursor of the page before"),
        query("total", .boolean, "Also count all matches"),
    ]

    // A search may name what is not here, or what several have, and may be too long a one.
    static let searching: [ProblemJSON.Code] = [
        .invalidQuery, .invalidValue, .notFound, .ambiguous, .tooMany,
    ]

    // Among these: there is no such group or friend, or the role there does not allow it.
    static let keeping: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .roleRequired, .tooMany, .readOnly,
    ]
}
