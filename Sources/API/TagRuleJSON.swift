import CRDT
package import Domain

/// A rule by which tags are put onto what is kept.
package struct TagRuleJSON: Codable, Equatable, Sendable {
    /// 26 characters of base 32.
    package var id: String
    /// What people type: the end of the id.
    package var shortID: String
    /// The search, spelled out.
    package var query: String
    package var tags: [String]

    private enum CodingKeys: String, CodingKey {
        case id, query, tags
        case shortID = "short_id"
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
package struct NewTagRuleRequest: Codable, Equatable, Sendable {
    /// A host, perhaps with the beginning of a path, or any search.
    package var query: String
    package var tags: [String]

    /// Puts `tags` onto what matches `query`.
    package init(query: String, tags: [String]) {
        self.query = query
        self.tags = tags
    }

    /// What it asks of the node.
    package var command: Command { .addTagRule(query: query, tags: tags) }
}

/// `POST /v1/tag-rules:apply`.
package struct TagRulesApplyRequest: Codable, Equatable, Sendable {
    /// Which things; neither means all that rules match.
    package var refs: [String]?
    package var query: String?
    /// Change nothing; the answer counts what would get a tag.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case refs, query
        case dryRun = "dry_run"
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
