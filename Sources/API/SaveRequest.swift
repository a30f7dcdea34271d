package import Domain

/// `/save`: what a bookmark in the browser says of the page that is shown, and what its person makes of
/// that in a form.
package struct SaveRequest: Equatable, Sendable {
    /// The link.
    package var link: BookmarkDraft
    /// The passage of the page that is to be highlighted; nil for none.
    package var passage: BookmarkDraft?

    /// Reads the parameters behind the question mark, or those in the form.
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
