// The form that the bookmarklet opens, to save the page that a browser shows.

extension Routes {
    /// The content type of a form without a file in it.
    package static let plainFormType = "application/x-www-form-urlencoded"
}

/// Shows a form to save the page that a browser shows; `SaveRequest` reads what it is filled with.
package struct ShowSaveForm: ServedEndpoint {
    package var url: String?
    package var title: String?
    package var quote: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("url", &url, "The address of the page")
        fields.query("title", &title, "Its name")
        fields.query("quote", &quote, "The highlights in it")
    }

    package static let route = EndpointRoute(
        "showSaveForm", .get, "/save", "A form to save the page that a browser shows")
    package static var answer: Route.Answer {
        Route.Answer(statuses: [200], schema: .string, mediaTypes: [Routes.pageType])
    }
}

/// Saves the page as the form says. What the node refuses is told above the form.
package struct SaveFromForm: ServedEndpoint {
    package var form: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("form", &form, "The form that is sent, once: as its action has it")
    }

    package static let route = EndpointRoute(
        "saveFromForm", .post, "/save", "Save the page as the form says",
        Routes.keeping + [.conflict])
    package static var body: Route.Body? {
        Route.Body(fields, mediaTypes: [Routes.plainFormType])
    }
    package static var answer: Route.Answer {
        Route.Answer(
            statuses: [200], schema: .string, mediaTypes: [Routes.pageType], tellsRefusals: true)
    }

    // The fields of the form, which `SaveRequest` reads.
    private static let fields = ObjectSchema(
        "SaveForm",
        [
            "url": (.string, "Its address; of what has none absent."),
            "title?": (.string, "Its name."),
            "tags?": (.string, "Tags with commas between them."),
            "note?": (.string, "The author's note on it."),
            "quote?": (.string, "The passage to mark in the page."),
            "unread?": (.string, "Marks it as unread, if present."),
        ])
}
