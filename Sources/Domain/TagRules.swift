package import CRDT

/// A rule that adds tags to new things that match a search.
package struct TagRule: Equatable, Sendable {
    /// The id among the person's own objects.
    package var id: ObjectID
    /// The search in canonical spelling.
    package var query: String
    /// The tags, sorted.
    package var tags: [String]

    /// Creates a value from all fields, in declaration order.
    package init(id: ObjectID, query: String, tags: [String]) {
        self.id = id
        self.query = query
        self.tags = tags
    }

    /// Converts what a person typed into a search: a host, possibly with the beginning of a path, or any search.
    ///
    /// - Returns: on failure, why it is no search, or that it matches everything.
    package static func query(typed text: String) -> Result<SearchQuery, Problem> {
        switch SearchQuery.parse(site(text) ?? text) {
        case .failure(let problem): return .failure(problem)
        case .success(let query):
            guard !query.spelled.isEmpty else {
                return .failure(
                    Problem(
                        .invalidQuery, "a rule needs a condition, and this matches everything",
                        fix: "give a site or a word: weft tag rules add youtube.com video"))
            }
            // A thing that is being added is in no collection, and a rule must give the same result before and after.
            let asksTooMuch = query.expression.contains(where: { term in
                if case .inCollection = term { return true }
                return term == .isState(.trashed)
            })
            guard !asksTooMuch else {
                return .failure(
                    Problem(
                        .invalidQuery, "a rule cannot use a collection or the trash",
                        fix: "use something else, such as a site or a word"))
            }
            return .success(query)
        }
    }

    // `youtube.com` becomes `site:youtube.com`; `github.com/apple` also tests the path.
    private static func site(_ text: String) -> String? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let host = parts[0]
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1,
            labels.allSatisfy({ label in
                !label.isEmpty && label.utf8.allSatisfy(isHostByte)
            }),
            text.utf8.allSatisfy({ isHostByte($0) || $0 == 0x2E || $0 == 0x2F || $0 == 0x7E })
        else { return nil }
        guard parts.count > 1, !parts[1].isEmpty else { return "site:\(host)" }
        return "site:\(host) url:\(text)"
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            return true
        default: return byte >= 0x80
        }
    }
}
