package import Domain

/// `/save`: what a bookmark in the browser says of the page that is shown, and what its person makes of
/// that in a form.
package struct SaveRequest: Equatable, Sendable {
    /// The link.
    package var link: BookmarkDraft
    /// What of the page is to be marked; nil for nothing.
    package var passage: BookmarkDraft?

    /// What stands behind the question mark, or in the form.
    package init(_ parameters: Parameters) {
        let url = parameters.text("url") ?? ""
        link = BookmarkDraft(
            url: url, title: parameters.text("title") ?? "",
            note: Self.lines(parameters.text("note")) ?? "",
            tags: TagList.parted([parameters.text("tags") ?? ""]),
            isUnread: parameters.text("unread") != nil)
        passage = Self.lines(parameters.text("quote")).map {
            BookmarkDraft(url: url, title: $0, kind: .highlight)
        }
    }

    /// With as much of the passage as one has: what somebody marked may be longer, and a form shows it.
    package var fitting: SaveRequest {
        var fitting = self
        fitting.passage?.title = passage?.title.cut(toBytes: Limits.titleBytesMax) ?? ""
        return fitting
    }

    // A form has CR and LF at the end of a line (html.spec.whatwg.org, form submission).
    private static func lines(_ text: String?) -> String? {
        text?.replacing("\r\n", with: "\n")
    }
}

extension Routes {
    /// The content type of a form without a file in it.
    package static let plainFormType = "application/x-www-form-urlencoded"

    static let saving: [Route] = [
        Route(
            endpoint: .showSaveForm, method: .get, path: "/save",
            summary: "A form to keep the page that a browser shows",
            parameters: [
                query("url", .string, "The address of the page"),
                query("title", .string, "What it is called"),
                query("quote", .string, "What is marked in it"),
            ],
            body: nil,
            answer: Route.Answer(statuses: [200], schema: .string, mediaTypes: [pageType]),
            problems: []),
        Route(
            endpoint: .saveFromForm, method: .post, path: "/save",
            summary: "Keep the page as the form says",
            parameters: [
                query("form", .string, "The form that is sent, once: as its action has it")
            ],
            body: Route.Body(
                schema: .named("SaveForm"), mediaTypes: [plainFormType], isRequired: true),
            answer: Route.Answer(
                statuses: [200], schema: .string, mediaTypes: [pageType], tellsRefusals: true),
            problems: keeping + [.conflict]),
    ]
}

extension Schemas {
    static let saving: [ObjectSchema] = [
        ObjectSchema(
            "SaveForm",
            [
                "url": (.string, "Its address; of what has none absent."),
                "title?": (.string, "What it is called."),
                "tags?": (.string, "Tags with commas between them."),
                "note?": (.string, "What its author says of it."),
                "quote?": (.string, "What is to be marked in the page."),
                "unread?": (.string, "Marks it as unread, if present."),
            ])
    ]
}
