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

    /// How `name` answers to `typed`; nil if it does not. Both are folded as `SearchText` does.
    package static func fit(of name: String, to typed: String) -> Fit? {
        let parts = beginnings(of: name)
        if parts.contains(where: { $0.utf8.starts(with: typed.utf8) }) { return .begins }
        return parts.contains { Suggestion.nearlyBegins($0, with: typed) } ? .nearly : nil
    }

    /// Where what is typed may begin in `name`: at its beginning, and behind any bar or blank. From
    /// there to its end, so that it may be typed on.
    package static func beginnings(of name: String) -> [Substring] {
        let marks = [UInt8(ascii: "/"), UInt8(ascii: " ")]
        return name.utf8.indices.filter { index in
            guard index != name.startIndex else { return true }
            return marks.contains(name.utf8[name.utf8.index(before: index)])
                && !marks.contains(name.utf8[index])
        }.map { name[$0...] }
    }

    /// What of `all` begins with `typed`, the most used first, and then what is one slip away from
    /// beginning so.
    ///
    /// - Parameter typed: folded as `SearchText` does.
    package static func ranked(
        _ all: [Completion], by typed: String, limit: Int
    ) -> [Completion] {
        ranking(of: all, by: typed).prefix(limit).map { all[$0] }
    }

    /// The same as places in `all`.
    package static func ranking(of all: [Completion], by typed: String) -> [Int] {
        var begun: [Int] = []
        var near: [Int] = []
        for (index, completion) in all.enumerated() {
            switch fit(of: SearchText.folded(completion.name), to: typed) {
            case .begins?: begun.append(index)
            case .nearly?: near.append(index)
            case nil: continue
            }
        }
        let order: (Int, Int) -> Bool = { left, right in
            (all[right].count, all[left].name, all[left].query)
                < (all[left].count, all[right].name, all[right].query)
        }
        return begun.sorted(by: order) + near.sorted(by: order)
    }
}
