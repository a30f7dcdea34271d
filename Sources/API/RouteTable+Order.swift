import Domain

extension Routes {
    static let order: [Route] = [
        get(
            .listDuplicates, "/v1/duplicates", "Own links that have one canonical address",
            .named("Duplicates"),
            [limit, query("cursor", .string, "next_cursor of the page before")]),
        write(
            .mergeDuplicates, .post, "/v1/duplicates:merge", "Make one of links that are alike",
            body: "DuplicatesMerge", answer: .named("Done"), taking: [dryRun],
            [.notFound, .ambiguous, .invalidValue, .conflict, .readOnly]),
        get(
            .listTagRules, "/v1/tag-rules", "Rules that put tags onto what is kept",
            .page("TagRule")),
        write(
            .addTagRule, .post, "/v1/tag-rules", "Put tags onto what is kept from now on",
            body: "NewTagRule", answer: .named("Done"), statuses: [201],
            [.invalidQuery, .invalidValue, .tooMany, .readOnly]),
        write(
            .removeTagRule, .delete, "/v1/tag-rules/{rule}", "Follow a rule no longer", body: nil,
            answer: .named("Done"), [.notFound, .readOnly]),
        write(
            .applyTagRules, .post, "/v1/tag-rules:apply", "Put tags onto what is here",
            body: "TagRulesApply", answer: .named("Done"), taking: [dryRun],
            [.notFound, .ambiguous, .invalidValue, .invalidQuery, .notYours, .tooMany, .readOnly]),
    ]
}
