import Domain

extension Schemas {
    static let feeds: [ObjectSchema] = [
        ObjectSchema(FollowJSON.self),
        AddFollow.bodySchema,
        ObjectSchema(SaidJSON.self),
        ObjectSchema(PortfolioJSON.self),
        ObjectSchema(ContributorJSON.self),
        ObjectSchema(RecommendationJSON.self),
        ObjectSchema(ProfileJSON.self),
        EditProfile.bodySchema,
    ]
}
