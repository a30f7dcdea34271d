import Domain

extension Schemas {
    /// What brings order into what is kept: duplicates and rules for tags.
    static let order: [ObjectSchema] = [
        ObjectSchema(
            "DuplicateSet",
            [
                "canonical_url": .string, "alike": .list(.list(.named("Bookmark"))),
                "apart": .list(.named("Bookmark")),
            ]),
        ObjectSchema(
            "Duplicates",
            [
                "items": .list(.named("DuplicateSet")), "next_cursor?": .string, "total": .count,
                "surplus": .count,
            ]),
        ObjectSchema("DuplicatesMerge", ["refs?": .list(.string), "dry_run?": .boolean]),
        ObjectSchema(
            "TagRule",
            ["id": .id, "short_id": .string, "query": .string, "tags": .list(.string)]),
        ObjectSchema(
            "NewTagRule",
            [
                "query": .text(1...Limits.queryBytesMax),
                "tags": .several(tag, 1...Limits.tagsPerObjectMax),
            ]),
        ObjectSchema(
            "TagRulesApply",
            ["refs?": .list(.string), "query?": search, "dry_run?": .boolean]),
    ]
}
