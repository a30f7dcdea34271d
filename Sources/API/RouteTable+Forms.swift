import Domain

// What the lines of the tables have in common.
extension Routes {
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
        body: String?, answer: Schema, statuses: [Int] = [200],
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
                    schema: .named($0), mediaTypes: ["application/json"], isRequired: true)
            },
            answer: Route.Answer(
                statuses: statuses, schema: answer, mediaTypes: ["application/json"]),
            problems: problems)
    }
}
