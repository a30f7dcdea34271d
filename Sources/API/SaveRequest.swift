package import Domain

/// `/save`: what a bookmark in the browser says of the page that is shown, and what its person makes of
/// that in a form.
package struct SaveRequest: Equatable, Sendable {
    /// The link.
    package var link: BookmarkDraft
    /// What of the page is to be marked; empty for nothing.
    package var passage: String

    /// What stands behind the question mark, or in the form.
    package init(_ parameters: Parameters) {
        link = BookmarkDraft(
            url: parameters.text("url") ?? "", title: parameters.text("title") ?? "",
            note: Self.lines(parameters.text("note")), tags: Self.tags(parameters.text("tags")),
            isUnread: parameters.text("unread") != nil)
        passage = Self.lines(parameters.text("quote"))
    }

    /// What it asks of the node, one after the other, as one act.
    package func commands(_ act: ActToken) -> [Command] {
        let keep = { (draft: BookmarkDraft) in
            Command.addBookmarks([draft], to: nil, onDuplicate: .merge, act: act)
        }
        guard !passage.isEmpty else { return [keep(link)] }
        let marked = BookmarkDraft(url: link.url, title: passage, kind: .highlight)
        return [keep(link), keep(marked)]
    }

    // A form has CR and LF at the end of a line (html.spec.whatwg.org, form submission).
    private static func lines(_ text: String?) -> String {
        (text ?? "").replacing("\r\n", with: "\n")
    }

    private static func tags(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").compactMap { part in
            let name = part.drop { $0.isWhitespace || $0 == "#" }
            let end = name.lastIndex { !$0.isWhitespace }
            return end.map { String(name[...$0]) }
        }
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
                query("token", .string, "What opens this and nothing else, over loopback"),
            ],
            body: nil,
            answer: Route.Answer(statuses: [200], schema: .string, mediaTypes: [pageType]),
            problems: []),
        Route(
            endpoint: .saveFromForm, method: .post, path: "/save",
            summary: "Keep the page as the form says",
            parameters: [query("token", .string, "As of the form")],
            body: Route.Body(
                schema: .named("SaveForm"), mediaTypes: [plainFormType], isRequired: true),
            answer: Route.Answer(statuses: [200], schema: .string, mediaTypes: [pageType]),
            problems: []),
    ]
}

extension Schemas {
    static let saving: [ObjectSchema] = [
        ObjectSchema(
            "SaveForm",
            [
                "url": .string, "title?": .string, "tags?": .string, "note?": .string,
                "quote?": .string, "unread?": .string,
            ])
    ]
}
