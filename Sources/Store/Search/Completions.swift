import CRDT
import Domain
import Primitives

// What may be typed on in a search: everything by a name, looked up or, for slips, looked through.
//
// To count what half a million things carry takes longer than to type a letter. So names come
// first; those that fit are counted up to a few, the first of them up to a bound, and only what is
// shown is counted to the end. Names may be a friend's, so each step has its most.
extension Store {
    /// What completes `typed`, of the sorts that it asks for.
    func completions(of typed: String, limit: Int) throws(StorageError) -> [Completion] {
        let asked = TypedBeginning(typed)
        let text = asked.text
        var names: [CompletionName] = []
        for sort in asked.sorts { names += try self.names(of: sort, fitting: text) }
        let most = max(limit, Self.roughlyCounted)
        names = try first(most, of: names, countedTo: Self.glanceMax, by: text)
        names = try first(names.count, of: names, countedTo: Self.roughMax, by: text)
        let hidden = RowSet(try hiddenRows(from: 1))
        var shown: [Completion] = []
        for name in names {
            guard shown.count < limit else { break }
            if let counted = try counted(name, without: hidden) { shown.append(counted) }
        }
        return Completion.ranked(shown, by: text, limit: limit)
    }

    // MARK: Names

    private func names(
        of sort: Completion.Sort, fitting text: String
    ) throws(StorageError) -> [CompletionName] {
        switch sort {
        case .tag: return try tagNames(fitting: text)
        case .person: return try peopleNames(fitting: text)
        case .place:
            let names = try placeNames(fitting: text, limit: Self.placesLookedThrough)
            return names.prefix(Self.placesCounted).map {
                CompletionName(sort: .place, name: $0, source: .place(SearchText.folded($0)))
            }
        case .collection:
            return try collectionRecords().map {
                CompletionName(sort: .collection, name: $0.folded, source: .collection)
            }
        case .group: return try groupNames()
        case .category: return try detailNames(.category, .category, fitting: text)
        case .brand: return try detailNames(.brand, .brand, fitting: text)
        case .theme: return try detailNames(.theme, .theme, fitting: text)
        }
    }

    private func tagNames(fitting text: String) throws(StorageError) -> [CompletionName] {
        var found = try tagsSpelled(prefix: text, limit: Self.lookedThrough)
        if found.count < Self.enough {
            // Few begin so: below another tag, or with a slip, some may.
            let known = found.map(\.folded)
            found += try tagsSpelled(prefix: "", limit: Self.lookedThrough)
                .filter { !known.contains($0.folded) }
        }
        return found.filter { Completion.fit(of: SearchText.folded($0.name), to: text) != nil }
            .map { CompletionName(sort: .tag, name: $0.name, source: .tag($0.numbers)) }
    }

    private func peopleNames(fitting text: String) throws(StorageError) -> [CompletionName] {
        var names: [CompletionName] = []
        for contact in try contacts()
        where Completion.fit(of: SearchText.folded(contact.name), to: text) != nil {
            let row = try knownNumber(of: contact.person)
            names.append(CompletionName(sort: .person, name: contact.name, source: .person(row)))
        }
        return names
    }

    private func groupNames() throws(StorageError) -> [CompletionName] {
        var names: [CompletionName] = []
        for group in try namedGroups() where try state(of: group) == .member {
            names.append(CompletionName(sort: .group, name: group.name, source: .collection))
        }
        return names
    }

    private func detailNames(
        _ sort: Completion.Sort, _ name: DetailName, fitting text: String
    ) throws(StorageError) -> [CompletionName] {
        var known: Set<String> = []
        var names: [CompletionName] = []
        for detail in name.asked {
            var values = try foldedValues(of: detail, from: text) {
                $0.utf8.starts(with: text.utf8)
            }
            if values.count < Self.lookedThrough {
                values += try foldedValues(of: detail, from: "") { _ in true }
                    .filter { !$0.utf8.starts(with: text.utf8) }
            }
            for value in values where Completion.fit(of: value, to: text) != nil {
                guard known.insert(value).inserted else { continue }
                names.append(CompletionName(sort: sort, name: value, source: .detail(name)))
            }
        }
        return names
    }

    // Each once, by name, from the first that is not before `start`, as long as they are asked for:
    // from one to the next is one step down the index, however many things say so.
    private func foldedValues(
        of name: DetailName, from start: String, while isAsked: (String) -> Bool
    ) throws(StorageError) -> [String] {
        let detail = SQLValue.integer(Int(name.rawValue))
        var next = try database.row(CompletionNameSQL.valueFrom, [detail, .text(start)]) {
            $0.text(0)
        }
        var values: [String] = []
        while let value = next, isAsked(value), values.count < Self.lookedThrough {
            values.append(value)
            next = try database.row(CompletionNameSQL.valueAbove, [detail, .text(value)]) {
                $0.text(0)
            }
        }
        return values
    }

    /// Where so many tags begin so, no other is looked for.
    private static let enough = 10
    /// So many names of one sort are looked through, and if they fit counted up to `glanceMax`.
    private static let lookedThrough = 5000
    private static let glanceMax = 16
    /// Of places fewer: each has a look at its title, and who counts one goes from its name to the place and
    /// from there to what names it. With 5,000 of both what begins with one letter took 1.9 times as long
    /// in 500,000 things.
    private static let placesLookedThrough = 1000
    private static let placesCounted = 200
    /// So many of all sorts together, or as many as are to be shown, are counted up to `roughMax`.
    private static let roughlyCounted = 200
    /// What more than so many carry ranks by its name: 200 tags are counted so far in 5 ms.
    private static let roughMax = 500
}

/// A name that fits what is typed, and how what it finds is counted.
struct CompletionName {
    let sort: Completion.Sort
    var name: String
    let source: Source

    /// Where what it finds stands.
    enum Source {
        /// The numbers of its spellings.
        case tag([Int64])
        /// The row of whom nothing may have come yet.
        case person(Int64?)
        /// What it finds is not counted.
        case collection
        /// The name, folded.
        case place(String)
        /// Its name is folded; in all details in which a search by this name looks.
        case detail(DetailName)
    }

    /// With what finds it.
    func completion(count: Int) -> Completion {
        Completion(sort, name: name, query: query, count: count)
    }

    private var query: String {
        switch sort {
        case .tag: return "#" + name.spelledAsValue
        case .person: return "by:@" + name.spelledAsValue
        case .place: return "\(DetailName.place.word):" + name.spelledAsValue
        case .collection: return "in:" + name.spelledAsValue
        case .group: return "in:" + (Audience.groupPrefix + name).spelledAsValue
        case .category: return "\(DetailName.category.word):" + name.spelledAsValue
        case .brand: return "\(DetailName.brand.word):" + name.spelledAsValue
        case .theme: return "\(DetailName.theme.word):" + name.spelledAsValue
        }
    }
}

private enum CompletionNameSQL {
    static let valueFrom = """
        SELECT folded FROM facets WHERE detail = ? AND folded >= ? ORDER BY folded LIMIT 1
        """
    static let valueAbove = """
        SELECT folded FROM facets WHERE detail = ? AND folded > ? ORDER BY folded LIMIT 1
        """
}
