import Domain

extension Schemas {
    static let feeds: [ObjectSchema] = [
        ObjectSchema(
            "Follow",
            [
                "id": .id, "short_id": .string,
                "form": .word(["person", "tag", "thing", "search"]), "name": .string,
                "value": .string, "openly": .boolean,
            ]),
        ObjectSchema("NewFollow", ["what?": .string, "thing?": .string, "openly?": .boolean]),
        ObjectSchema(
            "Said",
            [
                "author": .named("Author"), "thing": .named("Part"),
                "value": .word(SaidJSON.values), "id?": .id, "text?": .string, "at": .time,
            ]),
        ObjectSchema(
            "Portfolio",
            [
                "items": .list(.named("Thing")), "next_cursor?": .string, "things": .count,
                "likes": .count, "dislikes": .count, "comments": .count, "follower_count": .count,
            ]),
        ObjectSchema(
            "Contributor",
            [
                "author": .named("Author"), "things": .count, "likes": .count, "dislikes": .count,
                "comments": .count,
            ]),
        ObjectSchema(
            "Recommendation",
            [
                "thing": .named("Thing"), "score": .count, "owned": .boolean,
                "reasons": .list(.string),
            ]),
        ObjectSchema(
            "Profile",
            [
                "author": .named("Author"), "friend": .boolean, "things": .count, "likes": .count,
                "dislikes": .count, "comments": .count,
                "attention?": .word(Attention.allCases.map(\.word)), "follows?": .count,
                "profile?": .named("Thing"),
            ]),
        ObjectSchema(
            "EditProfile",
            [
                "name?": .string, "about?": .clearable(.string), "photo?": .clearable(.string),
                "audience?": Routes.audience,
            ]),
    ]
}
