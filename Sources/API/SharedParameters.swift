import Domain

// Parameters that several routes have.
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
}
