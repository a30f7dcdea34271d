import Domain

extension Schemas {
    /// What brings order into what is kept: duplicates and rules for tags.
    static let order: [ObjectSchema] = [
        ObjectSchema(DuplicateSetJSON.self),
        ObjectSchema(DuplicatesJSON.self),
        ObjectSchema(DuplicatesMergeRequest.self),
        ObjectSchema(TagRuleJSON.self),
        ObjectSchema(NewTagRuleRequest.self),
        ObjectSchema(TagRulesApplyRequest.self),
    ]
}
