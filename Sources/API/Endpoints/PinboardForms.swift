// Answers to Pinboard clients in JSON (`PinboardAnswer`).
extension AnswerForm {
    static let pinboardUpdate = one(
        ObjectSchema(
            "PinboardUpdate",
            [
                "update_time": (.time, "The time when something changed last.")
            ]))
    static let pinboardCode = one(
        ObjectSchema(
            "PinboardCode",
            [
                "result_code": (.string, "`done`, or why it was not done.")
            ]))
    static let pinboardResult = one(
        ObjectSchema(
            "PinboardResult",
            [
                "result": (.string, "`done`, or the secret that was asked for.")
            ]))
    static let pinboardPosts = one(
        ObjectSchema(
            "PinboardPosts",
            [
                "date": (.time, "The day that they are of, or when they were told."),
                "user": (.string, "Stands where Pinboard has an account: `weft`."),
                "posts": (.list(.named("PinboardPost")), "The links."),
            ]), naming: [post])
    static let pinboardList = list(of: post)
    private static let post = ObjectSchema(
        "PinboardPost",
        [
            "href": (.string, "The address."),
            "description": (.string, "The title."),
            "extended": (.string, "The note."),
            "meta": (.string, "A word that changes whenever the link does."),
            "hash": (.id, "The id of the link."),
            "time": (.time, "The time when it was saved."),
            "shared": (yesNo, "Whether it is in `public`."),
            "toread": (yesNo, "Whether it is still to be read."),
            "tags": (.string, "Its tags, with blanks between them."),
        ])
    static let pinboardDates = one(
        ObjectSchema(
            "PinboardDates",
            [
                "user": (.string, "Stands where Pinboard has an account: `weft`."),
                "tag": (.string, "The tags that were asked for."),
                "dates": (.counts, "The number of links saved on each day."),
            ]))
    static let pinboardSuggestions = list(
        of: ObjectSchema(
            "PinboardSuggestion",
            [
                "popular?": (.list(.string), "Nothing is popular here."),
                "recommended?": (.list(.string), "Tags that would fit."),
            ]))
    static let pinboardNotes = one(
        ObjectSchema(
            "PinboardNotes",
            [
                "count": (.count, "The number of them."),
                "notes": (.list(.object), "Always empty."),
            ]))

    private static let yesNo = Schema.word(["yes", "no"])
}
