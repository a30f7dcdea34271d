import Domain

extension Schemas {
    static let reactions: [ObjectSchema] = [
        ObjectSchema(
            "Reactions",
            [
                "likes": .count, "dislikes": .count, "comments": .count, "follower_count": .count,
                "mine?": words,
            ]),
        ObjectSchema(
            "PersonReaction", ["value": words, "author": .named("Author"), "at": .time]),
        ObjectSchema(
            "Comment",
            [
                "id": .id, "short_id": .string, "text": .string, "author": .named("Author"),
                "created_at": .time, "edited_at?": .time, "in_reply_to?": .id,
            ]),
        ObjectSchema(
            "Report",
            [
                "id": .id, "short_id": .string, "author": .named("Author"),
                "told": .list(.named("Author")), "thing?": .named("Thing"), "reason": .string,
                "created_at": .time,
            ]),
        ObjectSchema("NewReport", ["thing": .string, "reason": comment]),
        ObjectSchema("SetReaction", ["value": words]),
        ObjectSchema("NewComment", ["text": comment, "in_reply_to?": .string]),
        ObjectSchema("EditComment", ["text": comment]),
    ]

    private static let comment = Schema.text(1...Limits.commentBytesMax)

    private static let words = Schema.word(Reaction.allCases.map(\.word))
}
