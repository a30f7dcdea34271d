package import Domain

/// Links that have one canonical address.
package struct DuplicateSetJSON: Codable, Equatable, Sendable {
    package var canonicalURL: String
    /// What may be one: lists of at least two, of each the first one stays.
    package var alike: [[BookmarkJSON]]
    /// What stays as it is: alone where it is at home, or seen by others than the rest.
    package var apart: [BookmarkJSON]

    private enum CodingKeys: String, CodingKey {
        case alike, apart
        case canonicalURL = "canonical_url"
    }

    /// The set as a client sees it.
    package init(_ set: DuplicateSet) {
        canonicalURL = set.canonicalURL
        alike = set.alike.map { $0.map(BookmarkJSON.init) }
        apart = set.apart.map(BookmarkJSON.init)
    }
}

/// A page of sets.
package struct DuplicatesJSON: Codable, Equatable, Sendable {
    package var items: [DuplicateSetJSON]
    /// Asks for the next page; absent on the last.
    package var nextCursor: String?
    /// All sets, and the links that would go to the trash if all were merged.
    package var total: Int
    package var surplus: Int

    private enum CodingKeys: String, CodingKey {
        case items, total, surplus
        case nextCursor = "next_cursor"
    }

    /// The page as a client sees it.
    package init(_ page: DuplicatePage) {
        items = page.sets.map(DuplicateSetJSON.init)
        nextCursor = page.next
        total = page.total
        surplus = page.surplus
    }
}

/// `POST /v1/duplicates:merge`.
package struct DuplicatesMergeRequest: Codable, Equatable, Sendable {
    /// Only what has the address of one of these; absent means all.
    package var refs: [String]?
    /// Change nothing; the answer counts what would be merged.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case refs
        case dryRun = "dry_run"
    }

    /// Merges what has the address of one of these, or all.
    package init(refs: [String]? = nil, dryRun: Bool? = nil) {
        self.refs = refs
        self.dryRun = dryRun
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        guard refs?.isEmpty != true else {
            throw ProblemJSON(
                .invalidValue, "refs names nothing", fix: "leave it out to merge all",
                pointer: "/refs")
        }
        return .mergeDuplicates(refs?.map { Reference(text: $0) })
    }
}
