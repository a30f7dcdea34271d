/// What Pinboard clients are answered in JSON (`PinboardAnswer`).
extension Schemas {
    static let pinboardAnswers: [ObjectSchema] = [
        ObjectSchema("PinboardUpdate", ["update_time": .time]),
        ObjectSchema("PinboardCode", ["result_code": .string]),
        ObjectSchema("PinboardResult", ["result": .string]),
        ObjectSchema(
            "PinboardPosts",
            ["date": .time, "user": .string, "posts": .list(.named("PinboardPost"))]),
        ObjectSchema(
            "PinboardPost",
            [
                "href": .string, "description": .string, "extended": .string, "meta": .string,
                "hash": .id, "time": .time, "shared": yesNo, "toread": yesNo, "tags": .string,
            ]),
        ObjectSchema("PinboardDates", ["user": .string, "tag": .string, "dates": .counts]),
        ObjectSchema(
            "PinboardSuggestion", ["popular?": .list(.string), "recommended?": .list(.string)]),
        ObjectSchema("PinboardNotes", ["count": .count, "notes": .list(.object)]),
    ]

    private static let yesNo = Schema.word(["yes", "no"])
}
