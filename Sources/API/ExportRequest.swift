package import Domain

/// Which links are to be written: the parameters of `GET /v1/export`.
package struct ExportRequest: Equatable, Sendable {
    /// `html`, `json` or `csv`.
    package var format: String
    /// A search; empty means everything.
    package var query: String
    /// Only what this audience may see; nil means no such bound. Of a group, what is in it.
    package var audience: Audience?

    /// Reads the parameters; what is absent takes its default.
    package init(_ parameters: Parameters) throws(ProblemJSON) {
        format = parameters.text("format") ?? "html"
        query = parameters.text("q") ?? ""
        audience = try Word.audience(parameters.text("audience"), at: "")
    }

    /// Whether the audience may see this link; one's own devices see everything.
    package func admits(_ bookmark: Bookmark) -> Bool {
        guard let audience, audience != .private else { return true }
        if audience.kind == nil { return bookmark.placement.contains(audience) }
        // What is public friends see as well; a group is no wider than either.
        return bookmark.placement.contains { $0.kind != nil && $0 >= audience }
    }
}
