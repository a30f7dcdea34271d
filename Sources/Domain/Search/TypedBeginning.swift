/// What somebody has typed so far in a search, and what it may become.
package struct TypedBeginning: Equatable, Sendable {
    /// What may be meant: everything, or what the sign or the word before it asks for.
    package let sorts: [Completion.Sort]
    /// What the name is to begin with, folded as `SearchText` does.
    package let text: String

    /// Behind `#` tags alone, behind `@` people, behind `place:` places and so on; a quotation mark
    /// may be closed or not.
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

    // Longer ones before those they begin with.
    private static let asked: [(beginning: String, sorts: [Completion.Sort])] = [
        ("#", [.tag]), ("tag:", [.tag]), ("@", [.person]), ("by:@", [.person]),
        ("by:", [.person]), ("in:" + Audience.groupPrefix, [.group]),
        ("in:", [.collection, .group]),
        (DetailName.place.word + ":", [.place]), (DetailName.category.word + ":", [.category]),
        (DetailName.brand.word + ":", [.brand]), (DetailName.theme.word + ":", [.theme]),
    ]
}
