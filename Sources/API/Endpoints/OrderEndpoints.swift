package import Domain

// Endpoints of duplicates, and of rules that add tags.

/// Lists own links that have one canonical address.
package struct ListDuplicates: Endpoint {
    package var limit: Int?
    package var cursor: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.page(&limit, &cursor)
    }

    /// The page behind `cursor`.
    package init(limit: Int, cursor: String?) {
        self.limit = limit
        self.cursor = cursor
    }

    package static let route = EndpointRoute(
        "listDuplicates", .get, "/v1/duplicates", "Your links with the same canonical address")
    package func request() -> TypedRequest<DuplicatePage> {
        .query { .duplicates(after: cursor, limit: limit ?? 50, $0) }
    }
    package func output(_ page: DuplicatePage) -> DuplicatesJSON { DuplicatesJSON(page) }
}

/// Makes one of links that are alike.
package struct MergeDuplicates: DryRunEndpoint {
    package var refs: [String]?
    package var dryRun: Bool?

    package static let shape = "DuplicatesMerge"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("refs", &refs, "Ids, ends of ids (8 characters at least), or addresses.")
        fields.dryRun(&dryRun)
    }

    /// Those that have the address of one of these, or all.
    package init(refs: [String]? = nil, dryRun: Bool? = nil) {
        self.refs = refs
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "mergeDuplicates", .post, "/v1/duplicates:merge", "Merge duplicate links",
        [.notFound, .ambiguous, .invalidValue, .conflict, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        guard refs?.isEmpty != true else {
            throw ProblemJSON(
                .invalidValue, "refs is empty", fix: "leave it out to merge all",
                pointer: "/refs")
        }
        let things = refs?.map { Reference(text: $0) }
        return .command { .mergeDuplicates(things, $0) }
    }
}

/// Lists the rules that put tags onto what is kept.
package struct ListTagRules: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listTagRules", .get, "/v1/tag-rules", "Rules that add tags")
    package func request() -> TypedRequest<[TagRule]> { .query { .tagRules($0) } }
    package func output(_ all: [TagRule]) -> PageJSON<TagRuleJSON> {
        PageJSON(items: all.map(TagRuleJSON.init))
    }
}

/// Puts tags onto what is kept from now on.
package struct AddTagRule: Endpoint, UndoableEndpoint {
    package var query = ""
    package var tags: [String] = []

    package static let shape = "NewTagRule"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("query", &query, as: .text(1...Limits.queryBytesMax), "A search.")
        fields.member(
            "tags", &tags, as: .several(.tag, 1...Limits.tagsPerObjectMax),
            "Its tags, as they are spelled here.")
    }

    /// `tags`, onto what matches `query`.
    package init(query: String, tags: [String]) {
        self.query = query
        self.tags = tags
    }

    package static let route = EndpointRoute(
        "addTagRule", .post, "/v1/tag-rules", "Create a rule that tags new things",
        [.invalidQuery, .invalidValue, .tooMany, .readOnly], statuses: [201])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .addTagRule(query: query, tags: tags, $0) }
    }
}

/// Ends a rule; the tags that it has put on stay.
package struct RemoveTagRule: Endpoint, UndoableEndpoint {
    package var rule = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("rule", &rule)
    }

    /// The rule with this search or id.
    package init(_ rule: String) { self.rule = rule }

    package static let route = EndpointRoute(
        "removeTagRule", .delete, "/v1/tag-rules/{rule}", "Delete a rule",
        [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .removeTagRule(rule, $0) } }
}

/// Puts tags onto what is here.
package struct ApplyTagRules: DryRunEndpoint {
    package var things = SelectionJSON()
    package var dryRun: Bool?

    package static let shape = "TagRulesApply"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        things.visit(fields)
        fields.dryRun(&dryRun)
    }

    /// Onto these things, or onto all.
    package init(_ things: Selection?, dryRun: Bool? = nil) {
        if let things { self.things = SelectionJSON(things) }
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "applyTagRules", .post, "/v1/tag-rules:apply", "Apply the rules to existing things",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .notYours, .tooMany, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        guard things.refs != nil || things.query != nil else {
            return .command { .applyTagRules(nil, $0) }
        }
        let selection = try things.selection()
        return .command { .applyTagRules(selection, $0) }
    }
}
