import Domain

/// The table: what there is to ask, and how.
package enum Routes {
    /// The content type of a page.
    package static let pageType = "text/html; charset=utf-8"

    /// Every route, in the order of OpenAPI.
    package static let all: [Route] = Room.all.flatMap(\.routes)

    /// The route of `endpoint`.
    package static func route(_ endpoint: OperationID) -> Route? {
        all.first { $0.endpoint == endpoint }
    }

    static let node: [Route] = Endpoints.node.map { $0.line }

    static let settings: [Route] = Endpoints.settings.map { $0.line }

    static let tags: [Route] = Endpoints.tags.map { $0.line }
    static let order: [Route] = Endpoints.order.map { $0.line }
    static let sharing: [Route] = Endpoints.sharing.map { $0.line }
    static let acts: [Route] = Endpoints.acts.map { $0.line }
    static let collections: [Route] = Endpoints.collections.map { $0.line }
    static let people: [Route] = Endpoints.people.map { $0.line }
    static let codes: [Route] = Endpoints.codes.map { $0.line }
    static let groups: [Route] = Endpoints.groups.map { $0.line }
    static let devices: [Route] = Endpoints.devices.map { $0.line }
    static let links: [Route] = Endpoints.links.map { $0.line }
    static let bundles: [Route] = Endpoints.bundles.map { $0.line }
    static let reactions: [Route] = Endpoints.reactions.map { $0.line }
    static let attention: [Route] = Endpoints.attention.map { $0.line }
    static let blobs: [Route] = Endpoints.blobs.map { $0.line }
    static let snapshots: [Route] = Endpoints.snapshots.map { $0.line }
    static let transfer: [Route] = Endpoints.transfer.map { $0.line }
    static let feeds: [Route] = Endpoints.feeds.map { $0.line }
    static let pinboard: [Route] = Endpoints.pinboard.map { $0.line }
}
