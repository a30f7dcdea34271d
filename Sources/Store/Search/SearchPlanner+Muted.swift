import Domain

// Plans muted content: things of other people, but never those of the author of the collection.
extension SearchPlanner {
    /// Plans what to leave out of the matches of `query`; nil if nothing is muted, or if the query names an author or
    /// asks for muted things itself.
    mutating func planMuted(_ query: SearchQuery) throws(StorageError) -> SearchPlan? {
        let asksForIt = query.expression.contains(where: { term in
            if case .by = term { return true }
            return term == .isState(.muted)
        })
        return asksForIt ? nil : try planMuted()
    }

    /// Plans everything that is muted; nil if nothing is.
    mutating func planMuted() throws(StorageError) -> SearchPlan? {
        var authors: [Int64] = []
        var tagged = RowSet()
        var isAny = false
        for record in try store.follows() where record.attention == .mute {
            isAny = true
            switch record.followed {
            case .person(let person):
                if let number = try store.knownNumber(of: person) { authors.append(number) }
            case .tag(let name): tagged.formUnion(try rows(tag: name, .withSubtree))
            case .thing, .search: break
            }
        }
        guard isAny else { return nil }
        let mine = SearchPlan.test(.authors([try store.me]))
        return .any([.test(.authors(authors.sorted())), .all([.rows(tagged), .not(mine)])])
    }
}
