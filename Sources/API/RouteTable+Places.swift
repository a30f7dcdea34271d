import Domain

extension Routes {
    static let places: [Route] = [
        get(
            .listPlaces, "/v1/places", "Places that match a search", .page("Place"), paging,
            searching),
        write(
            .addPlace, .post, "/v1/places", "Add a place", body: "NewPlace",
            answer: .named("Kept"), statuses: [201], keeping),
        get(
            .showPlace, "/v1/places/{id}", "One place", .named("Place"), [],
            [.notFound, .ambiguous]),
        write(
            .editPlace, .patch, "/v1/places/{id}", "Edit a place", body: "EditPlace",
            answer: .named("Place"), taking: [ifMatch], changing),
        write(
            .removePlace, .delete, "/v1/places/{id}", "Move a place to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun], removing),
        get(
            .reel, "/v1/places/{id}/reel", "The clips of a place", .page("Clip"),
            [
                query("theme", .string, "Only with this theme"),
                query("tag", .string, "Only with this tag or one below it"),
            ] + paging, searching),
    ]

    static let clips: [Route] = [
        get(
            .listClips, "/v1/clips", "Clips that match a search", .page("Clip"), paging,
            searching),
        write(
            .addClip, .post, "/v1/clips", "Add a clip", body: "NewClip", answer: .named("Kept"),
            statuses: [201], keeping),
        get(.showClip, "/v1/clips/{id}", "One clip", .named("Clip"), [], [.notFound, .ambiguous]),
        write(
            .editClip, .patch, "/v1/clips/{id}", "Edit a clip", body: "EditClip",
            answer: .named("Clip"), taking: [ifMatch], changing),
        write(
            .removeClip, .delete, "/v1/clips/{id}", "Move a clip to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun], removing),
    ]

    private static let changing: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .roleRequired,
        .preconditionFailed, .readOnly,
    ]
    private static let removing: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly,
    ]
}
