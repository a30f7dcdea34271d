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
        fields.member("short_id", &shortID, "The short id that people type: the end of the id.")
        fields.member("query", &query, "The query, spelled out.")
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
