import Domain

extension Routes {
    static let reactions: [Route] = [
        get(
            .listReactions, "/v1/objects/{id}/reactions", "Likes and dislikes of a thing",
            .page("PersonReaction"), [], [.notFound, .ambiguous]),
        write(
            .setReaction, .put, "/v1/objects/{id}/reaction",
            "Like or dislike a thing, your own or someone else's", body: "SetReaction",
            answer: .named("Thing"), reacting),
        write(
            .removeReaction, .delete, "/v1/objects/{id}/reaction",
            "Remove your like or dislike", body: nil, answer: .named("Thing"),
            reacting),
        get(
            .listComments, "/v1/objects/{id}/comments", "Comments on a thing, oldest first",
            .page("Comment"), [limit, query("cursor", .string, "next_cursor of the page before")],
            [.notFound, .ambiguous, .invalidValue]),
        write(
            .addComment, .post, "/v1/objects/{id}/comments", "Comment on a thing",
            body: "NewComment", answer: .named("Comment"), statuses: [201],
            reacting + [.invalidValue, .tooMany]),
        write(
            .editComment, .patch, "/v1/comments/{id}", "Edit your comment",
            body: "EditComment", answer: .named("Comment"),
            reacting + [.invalidValue, .tooMany, .notYours]),
        write(
            .removeComment, .delete, "/v1/comments/{id}", "Move a comment to the trash", body: nil,
            answer: .named("Done"), reacting + [.invalidValue, .notYours]),
        get(
            .listReports, "/v1/reports",
            "Reports you made and received, latest first", .page("Report"),
            [limit, query("cursor", .string, "next_cursor of the page before")], [.invalidValue]),
        write(
            .addReport, .post, "/v1/reports",
            "Report a problem with a thing to its author and the owners of its group",
            body: "NewReport", answer: .named("Done"), statuses: [201],
            reacting + [.invalidValue, .tooMany, .conflict]),
        write(
            .removeReport, .delete, "/v1/reports/{id}",
            "Withdraw your report, or dismiss a received one", body: nil,
            answer: .named("Done"), reacting),
    ]

    private static let reacting: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .roleRequired, .readOnly,
    ]
}
