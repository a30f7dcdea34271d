import CRDT
package import Domain

/// `POST /v1/bookmarks/singlefile`: what is said behind the question mark of the form in the body.
package struct SavePageRequest: Equatable, Sendable {
    /// What to do if the link is here already.
    package let policy: Policy

    /// The words are Karakeep's, so that who comes from there changes the address alone.
    package enum Policy: String, CaseIterable, Sendable {
        /// What is here stays, and the page that comes is dropped.
        case skip
        /// The page that comes takes the place of the saved copies that are here.
        case overwrite
        /// The page that comes stands beside them.
        case append
    }

    /// Reads `ifexists`, or `if_exists`.
    package init(_ parameters: Parameters) throws(ProblemJSON) {
        let words = parameters.texts("ifexists") + parameters.texts("if_exists")
        let word = words.first ?? Policy.skip.rawValue
        guard words.count <= 1, let policy = Policy(rawValue: word) else {
            let crawls = word.hasSuffix("-recrawl") ? "; no page is fetched here" : ""
            throw ProblemJSON(
                .badRequest, "ifexists is \(words.joined(separator: " and ").prefix(80))\(crawls)",
                fix: "one of " + Policy.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.policy = policy
    }
}

/// The fields of that form.
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

extension Asking {
    /// Which of the saved copies of a page is meant.
    ///
    /// - Throws: `not_found` if the link has none, or none of this number.
    package func snapshot(of thing: Bookmark) throws(ProblemJSON) -> BlobReference {
        let saved = thing.details[.snapshot].compactMap { BlobReference($0) }
        let number = try parameters.number("number", in: 1...Limits.pageMax) ?? saved.count
        guard !saved.isEmpty else {
            throw ProblemJSON(
                .notFound, "there is no saved copy of its page",
                fix: "weft edit \(thing.id.short) --snapshot page.html")
        }
        guard saved.indices.contains(number - 1) else {
            throw ProblemJSON(
                .notFound,
                "there is no saved copy \(number): there \(saved.count == 1 ? "is" : "are") "
                    + "\(saved.count)", fix: "weft snapshot ls \(thing.id.short)")
        }
        return saved[number - 1]
    }
}
