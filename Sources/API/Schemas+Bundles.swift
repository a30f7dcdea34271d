extension Schemas {
    static let bundles: [ObjectSchema] = [
        ObjectSchema(
            "Bundle",
            [
                "segments": .count, "for_this_device": .count, "bytes": .count,
                "changes": .count, "people": .list(.string), "waiting": .boolean,
                "summary": .string,
            ]),
        ObjectSchema(
            "NewBundle", ["path": .string, "for": .list(.string), "whole?": .boolean]),
        ObjectSchema("ApplyBundle", ["path": .string]),
    ]
}
