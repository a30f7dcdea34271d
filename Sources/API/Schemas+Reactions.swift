import Domain

extension Schemas {
    static let reactions: [ObjectSchema] = [
        ObjectSchema(ReactionsJSON.self),
        ObjectSchema(PersonReactionJSON.self),
        ObjectSchema(CommentJSON.self),
        ObjectSchema(ThingReportJSON.self),
        AddReport.bodySchema,
        SetReaction.bodySchema,
        AddComment.bodySchema,
        EditComment.bodySchema,
    ]

}
