import CRDT
package import Domain

// Saved copies of pages.

extension Routes {
    /// The content type of a form with a file in it.
    package static let formType = "multipart/form-data"
}

/// Saves a link with a copy of its page, as the SingleFile extension sends it: `PageForm`.
package struct SavePage: JSONEndpoint, UndoableEndpoint {
    package var ifexists: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        var others: [String] = []
        fields.query(
            "ifexists", &ifexists, as: .words(Policy.self), isRepeatable: false,
            "The treatment of a link that already exists (default: skip)")
        fields.query(
            "if_exists", &others, as: .words(Policy.self), isRepeatable: false,
            "Another name for the same")
        ifexists += others
    }

    /// With what is to become of a link that exists.
    package init(ifExists policy: Policy) { ifexists = [policy.rawValue] }

    package static let route = EndpointRoute(
        "savePage", .post, "/v1/bookmarks/singlefile",
        "Save a link with a copy of its page, as the SingleFile extension sends it",
        [.invalidValue, .conflict, .tooMany, .notFound, .roleRequired, .readOnly],
        statuses: [201, 200], taking: [Routes.prefer])
    package typealias Output = KeptJSON
    package static var body: Route.Body? {
        Route.Body(ObjectSchema(PageForm.self), mediaTypes: [Routes.formType], intake: .own)
    }

    /// The policy for a link that is here already. The words are Karakeep's, so that its users change the address
    /// alone.
    package enum Policy: String, CaseIterable, Sendable {
        /// The saved copies that are here stay, and the page that comes is dropped.
        case skip
        /// The page that comes takes the place of the saved copies that are here.
        case overwrite
        /// The page that comes stands beside them.
        case append
    }

    /// The policy that the request names.
    ///
    /// - Throws: `bad_request` for another word, or several.
    package func policy() throws(ProblemJSON) -> Policy {
        let word = ifexists.first ?? Policy.skip.rawValue
        guard ifexists.count <= 1, let policy = Policy(rawValue: word) else {
            let crawls = word.hasSuffix("-recrawl") ? "; no page is fetched here" : ""
            throw ProblemJSON(
                .badRequest,
                "ifexists is \(ifexists.joined(separator: " and ").prefix(80))\(crawls)",
                fix: "one of " + Policy.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return policy
    }
}

/// The fields of the form that `SavePage` takes.
package struct PageForm: JSONShape {
    package var file = ""
    package var url = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("file", &file, as: .binary, "The page, as a file.")
        fields.member("url", &url, "The address from which it was saved.")
    }

    /// The names of its fields.
    package enum Field: String, CaseIterable, Sendable {
        case file, url
    }

    /// A form of these; of the file only what OpenAPI has to show.
    package init(file: String, url: String) {
        self.file = file
        self.url = url
    }
}

/// Answers a saved copy of a link's page, in which nothing runs.
package struct ReadSnapshot: ServedEndpoint {
    package var id = ""
    package var number: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("id", &id)
        fields.query(
            "number", &number, in: 1...Limits.pageMax,
            "The number of the copy; the earliest is 1 (default: the latest)")
        fields.header("Range", "Only these bytes: bytes=0-1023")
        fields.header("If-Range", "The ETag for which Range counts")
    }

    /// A copy of the page of the link with this id or address.
    package init(_ id: String, number: Int? = nil) {
        self.id = id
        self.number = number
    }

    package static let route = EndpointRoute(
        "readSnapshot", .get, "/v1/bookmarks/{id}/snapshot",
        "A saved copy of a link's page, in which nothing runs",
        [.notFound, .ambiguous, .damagedFile, .rangeNotSatisfiable], statuses: [200, 206])
    package static var answer: Route.Answer {
        Route.Answer(
            statuses: route.statuses, schema: .binary,
            mediaTypes: [MediaType.html.rawValue, "application/octet-stream"])
    }

    /// The link whose page is meant.
    package var link: Reference { Reference(text: id) }

    /// The reference to the copy that is meant.
    ///
    /// - Throws: `not_found` if this is no link, or if it has no copy, or none of this number.
    package func copy(of link: Bookmark) throws(ProblemJSON) -> BlobReference {
        guard link.kind == .link else {
            throw ProblemJSON(
                .notFound, "\(link.id.short) is \(link.kind.named), not \(Kind.link.named)",
                fix: "weft show \(link.id.short)")
        }
        let saved = link.details[.snapshot].compactMap { BlobReference($0) }
        let number = number ?? saved.count
        guard !saved.isEmpty else {
            throw ProblemJSON(
                .notFound, "there is no saved copy of its page",
                fix: "weft edit \(link.id.short) --snapshot page.html")
        }
        guard saved.indices.contains(number - 1) else {
            throw ProblemJSON(
                .notFound,
                "there is no saved copy \(number): there \(saved.count == 1 ? "is" : "are") "
                    + "\(saved.count)", fix: "weft snapshot ls \(link.id.short)")
        }
        return saved[number - 1]
    }
}
