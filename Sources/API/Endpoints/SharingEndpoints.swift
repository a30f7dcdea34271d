package import Domain

// Endpoints of shares.

/// Lists the live shares in force.
package struct ListShares: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listShares", .get, "/v1/shares", "The live shares in force")
    package func request() -> TypedRequest<[LiveShare]> { .query { .shares($0) } }
    package func output(_ all: [LiveShare]) -> PageJSON<ShareJSON> {
        PageJSON(items: all.map(ShareJSON.init))
    }
}

/// Places things in an audience.
package struct ShareThings: DryRunEndpoint {
    package var things = SelectionJSON()
    package var audience = ""
    package var live: Bool?
    package var dryRun: Bool?

    package static let shape = "ShareRequest"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        things.visit(fields)
        fields.member("audience", &audience, as: .audience, "The audience, by its name.")
        fields.member("live", &live, "Also what matches the query later.")
        fields.dryRun(&dryRun)
    }

    /// These things, for an audience.
    package init(
        _ things: Selection, audience: String, live: Bool? = nil, dryRun: Bool? = nil
    ) {
        self.things = SelectionJSON(things)
        self.audience = audience
        self.live = live
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "share", .post, "/v1/shares", "Place things in an audience",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .notYours, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let audience = try ParameterWord.audience(audience) ?? .private
        let selection = try things.selection()
        return .command { .share(selection, with: audience, isLive: live ?? false, $0) }
    }
}

/// Withdraws things from an audience.
package struct WithdrawThings: DryRunEndpoint {
    package var things = SelectionJSON()
    package var audience: String?
    package var dryRun: Bool?

    package static let shape = "Withdraw"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        things.visit(fields)
        fields.member(
            "audience", &audience, as: .audience,
            "From where; absent means from every audience.")
        fields.dryRun(&dryRun)
    }

    /// These things, from an audience or from all.
    package init(_ things: Selection, audience: String? = nil, dryRun: Bool? = nil) {
        self.things = SelectionJSON(things)
        self.audience = audience
        self.dryRun = dryRun
    }

    package static let route = EndpointRoute(
        "withdraw", .post, "/v1/shares:withdraw", "Withdraw things from an audience",
        [.notFound, .ambiguous, .invalidValue, .invalidQuery, .conflict, .notYours, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        let selection = try things.selection()
        let audience = try ParameterWord.audience(audience)
        return .command { .unshare(selection, from: audience, $0) }
    }
}
