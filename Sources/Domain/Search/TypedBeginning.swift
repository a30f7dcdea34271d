/// The beginning of a search that a person has typed, and what it may be completed to.
package struct TypedBeginning: Equatable, Sendable {
    /// The sorts of completions: all, or those of the sign or word at the beginning.
    package let sorts: [Completion.Sort]
    /// The beginning of the name, folded by `SearchText`.
    package let text: String

    /// Parses typed text: `#` selects tags, `@` people, `place:` places and so on; a quotation mark need not be closed.
    package init(_ typed: String) {
        let (sorts, rest) = Self.meant(by: typed)
        self.sorts = sorts
        var bare = rest
        if bare.first == "\"" {
            bare.removeFirst()
            if bare.last == "\"" { bare.removeLast() }
        }
        text = SearchText.folded(String(bare))
    }

    private static func meant(by typed: String) -> (sorts: [Completion.Sort], rest: Substring) {
        for (beginning, sorts) in asked
        where typed.lowercased().utf8.starts(with: beginning.utf8) {
            return (sorts, typed.dropFirst(beginning.count))
        }
        return (Completion.Sort.allCases, typed[...])
    }

    // Longer prefixes come before shorter ones that they begin with.
    private static let asked: [(beginning: String, sorts: [Completion.Sort])] = [
        ("#", [.tag]), ("tag:", [.tag]), ("@", [.person]), ("by:@", [.person]),
        ("by:", [.person]), ("in:" + Audience.groupPrefix, [.group]),
        ("in:", [.collection, .group]),
        (DetailName.place.word + ":", [.place]), (DetailName.category.word + ":", [.category]),
        (DetailName.brand.word + ":", [.brand]), (DetailName.theme.word + ":", [.theme]),
    ]
}
