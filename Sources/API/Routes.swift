import Domain

/// The table: what there is to ask, and how.
package enum Routes {
    /// The content type of a page.
    package static let pageType = "text/html; charset=utf-8"

    /// Every route, in the order of OpenAPI.
    package static let all: [Route] = RouteTopic.all.flatMap(\.routes)

    /// The route of `endpoint`.
    package static func route(_ endpoint: OperationID) -> Route? {
        all.first { $0.endpoint == endpoint }
    }
}
