package import Domain

// One thing: its page, its history, and who can see it.

/// Shows a thing as a page for somebody without the program.
package struct ShowPage: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "showPage", .get, "/v1/objects/{id}/page",
        "A thing as a page for somebody without the program", [.notFound, .ambiguous],
        types: [Routes.pageType])
    package func request() -> TypedRequest<Bookmark> { .query { .show(Reference(text: id), $0) } }
    // The gateway writes the page, with pictures that it asks for; this is what it is called.
    package func output(_ thing: Bookmark) -> String { thing.title }
}

/// Lists every change of a thing, or of a comment.
package struct ShowHistory: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "history", .get, "/v1/objects/{id}/history", "Every change of a thing, or of a comment",
        [.notFound, .ambiguous])
    package func request() -> TypedRequest<History> { .query { .history(Reference(text: id), $0) } }
    package func output(_ history: History) -> HistoryJSON { HistoryJSON(history) }
}

/// Tells who can see a thing, and which devices have it.
package struct ShowVisibility: Endpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let route = EndpointRoute(
        "visibility", .get, "/v1/objects/{id}/visibility",
        "The people who can see a thing, and the devices that have it", [.notFound, .ambiguous])
    package func request() -> TypedRequest<Visibility> {
        .query { .visibility(Reference(text: id), $0) }
    }
    package func output(_ visibility: Visibility) -> VisibilityJSON { VisibilityJSON(visibility) }
}
