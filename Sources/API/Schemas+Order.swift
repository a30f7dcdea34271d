import Domain

extension Schemas {
    /// What brings order into what is kept: duplicates and rules for tags.
    static let order: [ObjectSchema] = [
        ObjectSchema(DuplicateSetJSON.self),
        ObjectSchema(DuplicatesJSON.self),
        MergeDuplicates.bodySchema,
        ObjectSchema(TagRuleJSON.self),
        AddTagRule.bodySchema,
        ApplyTagRules.bodySchema,
    ]
}
