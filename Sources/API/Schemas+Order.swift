import Domain

extension Schemas {
    /// Schemas of duplicates and of rules for tags.
    static let order: [ObjectSchema] = [
        ObjectSchema(DuplicateSetJSON.self),
        ObjectSchema(DuplicatesJSON.self),
        MergeDuplicates.bodySchema,
        ObjectSchema(TagRuleJSON.self),
        AddTagRule.bodySchema,
        ApplyTagRules.bodySchema,
    ]
}
