import CRDT
package import Domain

/// A rule by which tags are put onto what is kept.
package struct TagRuleJSON: JSONShape {
    package var id = ""
    package var shortID = ""
    package var query = ""
    package var tags: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "Its id, 26 characters of base 32.")
        fields.member("short_id", &shortID, "What people type: the end of the id.")
        fields.member("query", &query, "What it matches, spelled out.")
        fields.member("tags", &tags, "Its tags, as they are spelled here.")
    }

    /// The rule as a client sees it.
    package init(_ rule: TagRule) {
        id = rule.id.text
        shortID = rule.id.short
        query = rule.query
        tags = rule.tags
    }
}

/// `POST /v1/tag-rules`.
package struct NewTagRuleRequest: JSONShape {
    package var query = ""
    package var tags: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("query", &query, as: .text(1...Limits.queryBytesMax), "A search.")
        fields.member(
            "tags", &tags, as: .several(.tag, 1...Limits.tagsPerObjectMax),
            "Its tags, as they are spelled here.")
    }

    /// Puts `tags` onto what matches `query`.
    package init(query: String, tags: [String]) {
        self.query = query
        self.tags = tags
    }

    /// What it asks of the node.
    package var command: Command { .addTagRule(query: query, tags: tags) }
}

/// `POST /v1/tag-rules:apply`.
package struct TagRulesApplyRequest: JSONShape {
    package var refs: [String]?
    package var query: String?
    package var dryRun: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("refs", &refs, "Ids, ends of ids (8 characters at least), or addresses.")
        fields.member("query", &query, as: .search, "A search.")
        fields.member(
            "dry_run", &dryRun,
            "Change nothing; the answer counts what would be changed.")
    }

    /// Applies the rules to these things, or to all.
    package init(_ selection: Selection? = nil, dryRun: Bool? = nil) {
        let named = selection.map { SelectionJSON($0) }
        refs = named?.refs
        query = named?.query
        self.dryRun = dryRun
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        guard refs != nil || query != nil else { return .applyTagRules(nil) }
        var named = SelectionJSON(.query(""))
        named.refs = refs
        named.query = query
        return .applyTagRules(try named.selection())
    }
}
