import Domain

// Files of links for other programs, and from them.

/// Imports a file of bookmarks; the job reports progress.
package struct ImportFile: JSONEndpoint, UndoableEndpoint {
    package var format: String?
    package var name: String?
    package var onDuplicate: String?
    package var dryRun = false
    package var audience: String?
    package var tag: [String] = []
    package var tags: [String] = []
    package var folders: String?
    package var type: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query("format", &format, "Its program or format (default: detected)")
        fields.query("name", &name, "The name of the file; helps to detect the format")
        fields.query(
            "on_dup", &onDuplicate, as: .policy, "The treatment of links that already exist")
        fields.query("dry_run", &dryRun, "Dry run: only count")
        fields.query(
            "audience", &audience, as: .audience,
            "The audience of the links (default: the default audience)")
        fields.query("tag", &tag, "A tag for every link; may be repeated")
        fields.query(
            "tags", &tags, isRepeatable: false, "Tags for every link, separated by commas")
        fields.query(
            "folders", &folders, as: .words(ImportRequest.Folders.self),
            "The treatment of a browser's folders")
        fields.query(
            "type", &type, as: .word(ImportRequest.worksKinds.map(\.word)),
            "The kind that the works of a BibTeX file become (default: link)")
    }

    /// A file, and how it is to be taken in; what is nil takes its default.
    package init(
        format: String?, name: String?, onDuplicate: String?, dryRun: Bool, audience: String?,
        tags: [String], folders: String?, type: String?
    ) {
        self.format = format
        self.name = name
        self.onDuplicate = onDuplicate
        self.dryRun = dryRun
        self.audience = audience
        tag = tags
        self.folders = folders
        self.type = type
    }

    package static let route = EndpointRoute(
        "importFile", .post, "/v1/import", "Import a file of bookmarks; the job reports progress",
        [.notFound, .invalidValue, .roleRequired], statuses: [202])
    package typealias Output = ImportJobJSON
    package static var body: Route.Body? {
        Route.Body(schema: .binary, mediaTypes: types, isRequired: true, intake: .stream)
    }

    // The content types under which a file comes in.
    private static let types = [
        "application/octet-stream", "application/json", "text/html", "text/plain", "text/csv",
        "application/zip",
    ]
}

/// Says how far an import is.
package struct ShowJob: JSONEndpoint, IDEndpoint {
    package var id = ""

    package init() {}

    package static let isFleeting = true
    package static let route = EndpointRoute(
        "showJob", .get, "/v1/jobs/{id}", "The progress of an import", [.notFound])
    package typealias Output = ImportJobJSON
}

/// Exports links as a file for other programs, or everything as a Weft file.
package struct ExportFile: ServedEndpoint {
    package var format: String?
    package var q: String?
    package var type: String?
    package var audience: String?
    package var folders: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query(
            "format", &format, as: .word(ExportRequest.formats), "html if it is absent")
        fields.query("q", &q, "A search; absent means everything")
        fields.query(
            "type", &type, as: .word(Kind.allCases.map(\.word) + ["any"]),
            "Only this kind (default: any for json, links otherwise)")
        fields.query("audience", &audience, as: .audience, "Only what this audience can see")
        fields.query(
            "folders", &folders, as: .words(ExportRequest.Folders.self),
            "The names that become folders in html (default: no folders)")
    }

    /// An export of what matches, in this format; what is nil takes its default.
    package init(
        format: String?, matching q: String? = nil, type: String? = nil, audience: String? = nil,
        folders: String? = nil
    ) {
        self.format = format
        self.q = q
        self.type = type
        self.audience = audience
        self.folders = folders
    }

    package static let route = EndpointRoute(
        "exportFile", .get, "/v1/export",
        "Links as a file for other programs, or everything as a Weft file", Routes.searching)
    package static var answer: Route.Answer {
        Route.Answer(statuses: route.statuses, schema: .string, mediaTypes: types)
    }

    // The content types of the formats.
    private static let types = [
        "text/html; charset=utf-8", "application/json", "text/csv; charset=utf-8; header=present",
        Routes.atomType, Routes.jsonFeedType, "application/xml", "text/markdown; charset=utf-8",
        "text/org; charset=utf-8", "application/x-bibtex", "application/x-research-info-systems",
        "application/vnd.citationstyles.csl+json",
    ]
}
