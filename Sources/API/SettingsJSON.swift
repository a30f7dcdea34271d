package import Domain

/// What this node is set to.
package struct SettingsJSON: Codable, Equatable, Sendable {
    /// Where new links go when no audience is named.
    package var audience: String
    /// Why nothing can be kept there now; absent if it can.
    package var problem: ProblemJSON?
    /// It looks for others on the networks that it is on, and lets itself be found.
    package var discovery: Bool

    /// The settings as a client sees them.
    package init(_ settings: Settings) {
        audience = settings.defaultAudience.name
        problem = settings.problem.map { ProblemJSON($0) }
        discovery = settings.isDiscovering
    }
}

/// `PATCH /v1/settings`: one of the two.
package struct SettingsRequest: Codable, Equatable, Sendable {
    /// The default audience; `private` is what it was before anything was set.
    package var audience: String?
    /// Whether to look for others on the networks that the node is on.
    package var discovery: Bool?

    /// Sends new links to this audience.
    package init(audience: String) {
        self.audience = audience
    }

    /// Looks for others, or does not.
    package init(discovery: Bool) {
        self.discovery = discovery
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        switch (audience, discovery) {
        case (let audience?, nil):
            return .setDefaultAudience(try Word.audience(audience) ?? .private)
        case (nil, let discovery?): return .setDiscovery(discovery)
        case (nil, nil), (_?, _?):
            throw ProblemJSON(.invalidValue, "name one setting: audience or discovery")
        }
    }
}
