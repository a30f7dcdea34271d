/// What somebody may go on to type in a search, of what is here.
package struct Completion: Equatable, Sendable {
    /// What it names.
    package let sort: Sort
    /// As it is spelled here.
    package let name: String
    /// What finds it, to be typed as it is.
    package let query: String
    /// How many things it finds, those in the trash left out; counted up to `countMax`.
    package let count: Int

    /// More than so many are not counted: who types looks at the order, and to count what a hundred
    /// thousand things carry takes longer than to type a letter.
    package static let countMax = 10_000

    /// What a completion names; the raw value is told in the API. Of several of one name the earlier
    /// comes first.
    package enum Sort: String, CaseIterable, Sendable {
        case tag
        case person
        case place
        case collection
        case group
        case category
        case brand
        case theme
    }

    /// `name`, which `query` finds `count` times.
    package init(_ sort: Sort, name: String, query: String, count: Int) {
        self.sort = sort
        self.name = name
        self.query = query
        self.count = count
    }

    /// How a name answers to what is typed.
    package enum Fit: Equatable, Sendable {
        /// It begins so, or a part of it behind a bar does.
        case begins
        /// It is one slip away from beginning so.
        case nearly
    }

    /// Where what is typed may begin in `name`: at its beginning, and behind any bar or blank. From
    /// there to its end, so that it may be typed on.
    package static func beginnings(of name: String) -> [Substring] {
        name.utf8.indices.filter { index in
            guard index != name.startIndex else { return true }
            return isMark(name.utf8[name.utf8.index(before: index)]) && !isMark(name.utf8[index])
        }.map { name[$0...] }
    }

    /// What of `all` begins with `typed`, the most used first, and then what is one slip away from
    /// beginning so.
    ///
    /// - Parameter typed: folded as `SearchText` does.
    package static func ranked(
        _ all: [Completion], by typed: String, limit: Int
    ) -> [Completion] {
        let typed = TypedText(typed)
        var begun: [Completion] = []
        var near: [Completion] = []
        for completion in all {
            switch typed.fit(of: SearchText.folded(completion.name)) {
            case .begins?: begun.append(completion)
            case .nearly?: near.append(completion)
            case nil: continue
            }
        }
        let order: (Completion, Completion) -> Bool = { left, right in
            (right.count, left.name, left.query) < (left.count, right.name, right.query)
        }
        return Array((begun.sorted(by: order) + near.sorted(by: order)).prefix(limit))
    }
}
