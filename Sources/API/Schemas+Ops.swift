import Domain

// Changes of many things, beside the links that the same route keeps.
extension Schemas {
    static let ops: [ObjectSchema] = [
        ObjectSchema(
            "Batch",
            [
                "drafts?": .list(.named("Draft")), "audience?": Routes.audience,
                "on_dup?": policy, "ops?": .list(.named("Op")), "dry_run?": .boolean,
            ]),
        ObjectSchema(
            "Op",
            [
                "op": names, "query?": .string, "ids?": .list(.string),
                "tags?": .list(.string), "unread?": .boolean,
                "size?": .word(TileSize.allCases.map(\.letter)),
                "audience?": Routes.audience, "collection?": .string,
            ]),
        ObjectSchema(
            "OpsDone",
            [
                "ops": .list(.named("OpDone")), "count": .count, "act?": .count,
                "summary": .string,
            ]),
        ObjectSchema(
            "OpDone",
            [
                "op": names, "matched": .count, "changed": .count,
                "problem?": .named("Problem"),
            ]),
    ]

    private static let names = Schema.word(BulkChange.Name.allCases.map(\.rawValue))
}
