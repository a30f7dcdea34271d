import Domain

extension Routes {
    /// The content type of a form with a file in it.
    package static let formType = "multipart/form-data"

    static let snapshots: [Route] = [
        Route(
            endpoint: .savePage, method: .post, path: "/v1/bookmarks/singlefile",
            summary: "Save a link with a copy of its page, as the SingleFile extension sends it",
            parameters: [
                query(
                    "ifexists", .word(SavePageRequest.Policy.allCases.map(\.rawValue)),
                    "What to do if the link already exists (default: skip)"),
                query(
                    "if_exists", .word(SavePageRequest.Policy.allCases.map(\.rawValue)),
                    "Another name for the same"),
                prefer,
            ],
            body: Route.Body(schema: .named("PageForm"), mediaTypes: [formType], isRequired: true),
            answer: Route.Answer(
                statuses: [201, 200], schema: .named("Kept"), mediaTypes: ["application/json"]),
            problems: [
                .invalidValue, .conflict, .tooMany, .notFound, .roleRequired, .readOnly,
            ]),
        Route(
            endpoint: .readSnapshot, method: .get, path: "/v1/bookmarks/{id}/snapshot",
            summary: "A saved copy of a link's page, in which nothing runs",
            parameters: [
                query(
                    "number", .integer(1...Limits.pageMax),
                    "Which copy; the earliest is 1 (default: the latest)"),
                Route.Parameter(
                    name: "Range", schema: .string, place: .header,
                    about: "Only these bytes: bytes=0-1023"),
                Route.Parameter(
                    name: "If-Range", schema: .string, place: .header,
                    about: "The ETag for which Range counts"),
            ],
            body: nil,
            answer: Route.Answer(
                statuses: [200, 206], schema: .binary,
                mediaTypes: [MediaType.html.rawValue, "application/octet-stream"]),
            problems: [.notFound, .ambiguous, .damagedFile, .rangeNotSatisfiable]),
    ]
}

extension Schemas {
    static let snapshots: [ObjectSchema] = [
        ObjectSchema(PageForm.self)
    ]
}
