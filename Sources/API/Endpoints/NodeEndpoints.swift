package import Domain

// The node itself: how it fares, and whose it is.

/// Returns how the node fares.
package struct ShowStatus: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(.status, .get, "/v1/status", "How the node fares")
    package func request() -> Domain.Request { .query(.status) }
    package func output(_ answer: Answer) -> StatusJSON? {
        guard case .status(let status) = answer else { return nil }
        return StatusJSON(status)
    }
}

/// Returns who the node is.
package struct ShowIdentity: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(.identity, .get, "/v1/me", "Who the node is")
    package func request() -> Domain.Request { .query(.identity) }
    package func output(_ answer: Answer) -> IdentityJSON? {
        guard case .identity(let identity) = answer else { return nil }
        return IdentityJSON(identity)
    }
}
