/// What somebody may go on to type in a search, of what is here.
package struct Completion: Equatable, Sendable {
    /// What it names.
    package let sort: Sort
    /// As it is spelled here.
    package let name: String
    /// What finds it, to be typed as it is.
    package let query: String
    /// How many things it finds, those in the trash left out.
    package let count: Int

    /// What a completion names; the raw value is told in the API. Of several of one name the earlier
    /// comes first.
    package enum Sort: String, CaseIterable, Sendable {
        case tag
        case person
        case collection
        case group
        case category
        case brand
    }

    /// `name`, which `query` finds `count` times.
    package init(_ sort: Sort, name: String, query: String, count: Int) {
        self.sort = sort
        self.name = name
        self.query = query
        self.count = count
    }

    /// What of `all` begins with `typed`, the most used first, and then what is one slip away from
    /// beginning so.
    ///
    /// - Parameter typed: folded as `SearchText` does.
    package static func ranked(
        _ all: [Completion], by typed: String, limit: Int
    ) -> [Completion] {
        let order: (Completion, Completion) -> Bool = { left, right in
            (right.count, left.name, left.query) < (left.count, right.name, right.query)
        }
        var begun: [Completion] = []
        var near: [Completion] = []
        for completion in all {
            let name = SearchText.folded(completion.name)
            // A path is completed by what stands behind any of its bars.
            let parts = name.utf8.indices.filter {
                $0 == name.startIndex || name.utf8[name.utf8.index(before: $0)] == UInt8(ascii: "/")
            }.map { name[$0...] }
            if parts.contains(where: { $0.utf8.starts(with: typed.utf8) }) {
                begun.append(completion)
            } else if parts.contains(where: { Suggestion.nearlyBegins($0, with: typed) }) {
                near.append(completion)
            }
        }
        return Array((begun.sorted(by: order) + near.sorted(by: order)).prefix(limit))
    }
}
