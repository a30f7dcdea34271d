import Domain

extension Routes {
    static let reactions: [Route] = [
        get(
            .listReactions, "/v1/objects/{id}/reactions", "Who likes a thing, and who does not",
            .page("PersonReaction"), [], [.notFound, .ambiguous]),
        write(
            .setReaction, .put, "/v1/objects/{id}/reaction",
            "Like or dislike a thing, one's own or another's", body: "SetReaction",
            answer: .named("Thing"), reacting),
        write(
            .removeReaction, .delete, "/v1/objects/{id}/reaction",
            "Take back what one said to think of a thing", body: nil, answer: .named("Thing"),
            reacting),
        get(
            .listComments, "/v1/objects/{id}/comments", "Comments on a thing, oldest first",
            .page("Comment"), [limit, query("cursor", .string, "next_cursor of the page before")],
            [.notFound, .ambiguous, .invalidValue]),
        write(
            .addComment, .post, "/v1/objects/{id}/comments", "Say something of a thing",
            body: "NewComment", answer: .named("Comment"), statuses: [201],
            reacting + [.invalidValue, .tooMany]),
        write(
            .editComment, .patch, "/v1/comments/{id}", "Give an own comment other words",
            body: "EditComment", answer: .named("Comment"),
            reacting + [.invalidValue, .tooMany, .notYours]),
        write(
            .removeComment, .delete, "/v1/comments/{id}", "Move a comment to the trash", body: nil,
            answer: .named("Done"), reacting + [.invalidValue, .notYours]),
        get(
            .listReports, "/v1/reports",
            "What one reported and what was reported to one, latest first", .page("Report"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        write(
            .addReport, .post, "/v1/reports",
            "Tell a thing's author, and its group's owners, that something is wrong with it",
            body: "NewReport", answer: .named("Done"), statuses: [201],
            reacting + [.invalidValue, .tooMany, .conflict]),
        write(
            .removeReport, .delete, "/v1/reports/{id}",
            "Take an own report back, or put away one that was told here", body: nil,
            answer: .named("Done"), reacting),
    ]

    private static let reacting: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .roleRequired, .readOnly,
    ]
}
