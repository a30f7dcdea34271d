import Domain

extension Schemas {
    static let reactions: [ObjectSchema] = [
        ObjectSchema(ReactionsJSON.self),
        ObjectSchema(PersonReactionJSON.self),
        ObjectSchema(CommentJSON.self),
        ObjectSchema(ThingReportJSON.self),
        ObjectSchema(ReportRequest.self),
        ObjectSchema(ReactionRequest.self),
        ObjectSchema(NewCommentRequest.self),
        ObjectSchema(EditCommentRequest.self),
    ]

}
