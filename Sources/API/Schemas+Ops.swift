import Domain

// Changes of many things, beside the links that the same route keeps.
extension Schemas {
    static let ops: [ObjectSchema] = [
        ObjectSchema(
            "Batch",
            [
                "drafts?": .several(.named("Draft"), 0...Limits.batchMax),
                "audience?": Routes.audience,
                "on_dup?": policy, "ops?": .several(.named("Op"), 1...Limits.bulkChangesMax),
                "dry_run?": .boolean,
            ]),
        ObjectSchema(
            "Op",
            [
                "op": names, "query?": search, "ids?": .list(.string),
                "tags?": tags, "unread?": .boolean,
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
