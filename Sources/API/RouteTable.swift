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

    static let bookmarks: [Route] = [
        get(
            .listBookmarks, "/v1/bookmarks", "Links that match a search", .page("Bookmark"),
            paging, searching),
        write(
            .addBookmark, .post, "/v1/bookmarks", "Keep a link", body: "Add",
            answer: .named("Kept"), statuses: [201, 200], keeping),
        write(
            .addBatch, .post, "/v1/bookmarks:batch",
            "Keep several links at once (drafts), or change many things in several ways (ops)",
            body: "Batch", answer: .either(["Kept", "OpsDone"]), taking: [dryRun],
            keeping + [.invalidQuery, .conflict, .notYours]),
        write(
            .removeBookmarks, .post, "/v1/bookmarks:remove", "Move things to the trash",
            body: "Selection", answer: .named("Done"), taking: [dryRun],
            [.notFound, .ambiguous, .invalidValue, .invalidQuery, .notYours, .readOnly]),
        get(
            .checkAddress, "/v1/bookmarks/check", "Is an address kept already", .named("Check"),
            [query("url", .string, "The address").required], [.invalidValue]),
        get(
            .showBookmark, "/v1/bookmarks/{id}", "One link", .named("Bookmark"), [],
            [.notFound, .ambiguous]),
        write(
            .editBookmark, .patch, "/v1/bookmarks/{id}", "Change a link", body: "Edit",
            answer: .named("Bookmark"), taking: [ifMatch],
            [
                .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .preconditionFailed,
                .readOnly,
            ]),
        write(
            .removeBookmark, .delete, "/v1/bookmarks/{id}", "Move a link to the trash", body: nil,
            answer: .named("Done"), taking: [ifMatch, dryRun],
            [.notFound, .ambiguous, .notYours, .preconditionFailed, .readOnly]),
    ]

    static let objects: [Route] = [
        Route(
            endpoint: .showPage, method: .get, path: "/v1/objects/{id}/page",
            summary: "A thing as a page for somebody without the program", parameters: [],
            body: nil,
            answer: Route.Answer(
                statuses: [200], schema: .string, mediaTypes: [Routes.pageType]),
            problems: [.notFound, .ambiguous]),
        get(
            .history, "/v1/objects/{id}/history", "Every change of a thing, or of a comment",
            .named("History"), [], [.notFound, .ambiguous]),
        get(
            .visibility, "/v1/objects/{id}/visibility",
            "Who can see a thing, and which devices have it",
            .named("Visibility"), [], [.notFound, .ambiguous]),
    ]

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
