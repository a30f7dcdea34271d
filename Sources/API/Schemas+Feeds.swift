import Domain

extension Schemas {
    static let feeds: [ObjectSchema] = [
        ObjectSchema(FollowJSON.self),
        ObjectSchema(FollowRequest.self),
        ObjectSchema(SaidJSON.self),
        ObjectSchema(PortfolioJSON.self),
        ObjectSchema(ContributorJSON.self),
        ObjectSchema(RecommendationJSON.self),
        ObjectSchema(ProfileJSON.self),
        ObjectSchema(EditProfileRequest.self),
    ]
}
