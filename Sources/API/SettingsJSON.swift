package import Domain

/// What this node is set to.
package struct SettingsJSON: Codable, Equatable, Sendable {
    /// Where new links go when no audience is named.
    package var audience: String
    /// Why nothing can be kept there now; absent if it can.
    package var problem: ProblemJSON?

    /// The settings as a client sees them.
    package init(_ settings: Settings) {
        audience = settings.defaultAudience.name
        problem = settings.problem.map { ProblemJSON($0) }
    }
}

/// `PATCH /v1/settings`.
package struct SettingsRequest: Codable, Equatable, Sendable {
    /// The default audience; `private` is what it was before anything was set.
    package var audience: String

    /// Sends new links to this audience.
    package init(audience: String) {
        self.audience = audience
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .setDefaultAudience(try Word.audience(audience) ?? .private)
    }
}
