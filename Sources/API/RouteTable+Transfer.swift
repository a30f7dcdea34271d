import Domain

extension Routes {
    /// The content types under which a file comes in.
    package static let importTypes = [
        "application/octet-stream", "application/json", "text/html", "text/plain", "text/csv",
        "application/zip",
    ]
    /// What `format=` of an export knows, with its content type.
    package static let exportTypes = [
        "text/html; charset=utf-8", "application/json", "text/csv; charset=utf-8; header=present",
        atomType, jsonFeedType, "application/xml", "text/markdown; charset=utf-8",
        "text/org; charset=utf-8", "application/x-bibtex", "application/x-research-info-systems",
        "application/vnd.citationstyles.csl+json",
    ]

    static let transfer: [Route] = [
        Route(
            endpoint: .importFile, method: .post, path: "/v1/import",
            summary: "Import a file of bookmarks; the job reports progress",
            parameters: [
                query("format", .string, "Its program or format (default: detected)"),
                query("name", .string, "The name of the file; helps to detect the format"),
                query(
                    "on_dup", .word(DuplicatePolicy.allCases.map(\.rawValue)),
                    "What to do with links that already exist"),
                query("dry_run", .boolean, "Dry run: only count"),
                query(
                    "audience", audience,
                    "The audience of the links (default: the default audience)"),
                query("tag", .string, "A tag for every link; may be repeated").repeatable,
                query("tags", .string, "Tags for every link, separated by commas"),
                query(
                    "folders", .word(["tags", "collections", "ignore"]),
                    "What to do with a browser's folders"),
            ],
            body: Route.Body(schema: .binary, mediaTypes: importTypes, isRequired: true),
            answer: Route.Answer(
                statuses: [202], schema: .named("ImportJob"), mediaTypes: ["application/json"]),
            problems: [
                .notFound, .invalidValue, .roleRequired,
            ]),
        get(
            .showJob, "/v1/jobs/{id}", "How an import goes", .named("ImportJob"), [],
            [.notFound]),
        Route(
            endpoint: .exportFile, method: .get, path: "/v1/export",
            summary: "Links as a file for other programs, or everything as a Weft file",
            parameters: [
                query(
                    "format", .word(ExportRequest.formats),
                    "html if it is absent"),
                query("q", .string, "A search; absent means everything"),
                query(
                    "type", .word(Kind.allCases.map(\.word) + ["any"]),
                    "Only this kind (default: any for json, links otherwise)"),
                query("audience", audience, "Only what this audience can see"),
                query(
                    "folders", .word(ExportRequest.Folders.allCases.map(\.rawValue)),
                    "What becomes folders in html (default: no folders)"),
            ],
            body: nil,
            answer: Route.Answer(statuses: [200], schema: .string, mediaTypes: exportTypes),
            problems: searching),
    ]

    static let audience = Schema.audience
    static let limit = query("limit", .integer(1...Limits.pageMax), "Items on a page")
    static let dryRun = query("dry_run", .boolean, "Dry run: only count what would change")
    static let ifMatch = Route.Parameter(
        name: "If-Match", schema: .string, place: .header,
        about: "The ETag that was read; if the thing has changed since, nothing is done")

    static func query(_ name: String, _ schema: Schema, _ about: String) -> Route.Parameter {
        Route.Parameter(name: name, schema: schema, place: .query, about: about)
    }

    static func get(
        _ endpoint: OperationID, _ path: String, _ summary: String, _ answer: Schema,
        _ parameters: [Route.Parameter] = [], _ problems: [ProblemJSON.Code] = []
    ) -> Route {
        Route(
            endpoint: endpoint, method: .get, path: path, summary: summary,
            parameters: parameters, body: nil,
            answer: Route.Answer(
                statuses: [200], schema: answer, mediaTypes: ["application/json"]),
            problems: problems)
    }

    static func write(
        _ endpoint: OperationID, _ method: Route.Method, _ path: String, _ summary: String,
        body: String?, mayLackBody: Bool = false, answer: Schema, statuses: [Int] = [200],
        taking parameters: [Route.Parameter] = [], _ problems: [ProblemJSON.Code]
    ) -> Route {
        let writesAtOnce = !keyless.contains(endpoint)
        let takesKey = method == .post && writesAtOnce
        return Route(
            endpoint: endpoint, method: method, path: path, summary: summary,
            parameters: parameters + (takesKey ? [idempotencyKey] : [])
                + (writesAtOnce ? [prefer] : []),
            body: body.map {
                Route.Body(
                    schema: .named($0), mediaTypes: ["application/json"],
                    isRequired: !mayLackBody)
            },
            answer: Route.Answer(
                statuses: statuses, schema: answer, mediaTypes: ["application/json"]),
            problems: problems)
    }
}
