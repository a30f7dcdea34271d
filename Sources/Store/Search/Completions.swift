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
        let text = TypedText(asked.text)
        var names: [CompletionName] = []
        for sort in asked.sorts { names += try self.names(of: sort, fitting: text) }
        let most = max(limit, Self.roughlyCounted)
        names = try first(most, of: names, countedTo: Self.glanceMax)
        names = try first(names.count, of: names, countedTo: Self.roughMax)
        let hidden = RowSet(try hiddenRows(from: 1))
        var shown: [CompletionName] = []
        for var name in names {
            guard shown.count < limit else { break }
            guard let counted = try counted(name, without: hidden) else { continue }
            name.completion = counted
            shown.append(name)
        }
        return shown.sorted { $0.isBefore($1) }.map(\.completion)
    }

    // MARK: Names

    private func names(
        of sort: Completion.Sort, fitting text: TypedText
    ) throws(StorageError) -> [CompletionName] {
        switch sort {
        case .tag: return try tagNames(fitting: text)
        case .person: return try peopleNames(fitting: text)
        case .place:
            return try placeNames(
                fitting: text, limit: Self.placesCounted, ofLookedAt: Self.placesLookedThrough)
        case .collection:
            return try collectionRecords().compactMap {
                CompletionName(.collection, $0.folded, fitting: text, .collection)
            }
        case .group: return try groupNames(fitting: text)
        case .category:
            return try detailNames(.category, .category, fitting: Self.comparedAsTags(text))
        case .brand: return try detailNames(.brand, .brand, fitting: text)
        case .theme: return try detailNames(.theme, .theme, fitting: text)
        }
    }

    private func tagNames(fitting text: TypedText) throws(StorageError) -> [CompletionName] {
        let text = Self.comparedAsTags(text)
        var found = try tagsSpelled(prefix: text.text, limit: Self.lookedThrough)
        if found.count < Self.enough {
            // Few begin so: below another tag, or with a slip, some may.
            let known = found.map(\.folded)
            found += try tagsSpelled(prefix: "", limit: Self.lookedThrough)
                .filter { !known.contains($0.folded) }
        }
        return found.compactMap { tag in
            let folded = Self.unmarked(tag.folded)
            var name = CompletionName(.tag, folded: folded, fitting: text, .tag(tag.numbers))
            name?.completion.name = tag.name
            return name
        }
    }

    // Tags and categories are compared by full case folding, other names by their small letters.
    private static func comparedAsTags(_ text: TypedText) -> TypedText {
        TypedText(unmarked(TagName.fold(text.text)))
    }

    // A folded name as `SearchText` folds it; ASCII is so already, and nearly all of them are.
    private static func unmarked(_ folded: String) -> String {
        folded.utf8.allSatisfy { $0 < 0x80 } ? folded : SearchText.folded(folded)
    }

    private func peopleNames(fitting text: TypedText) throws(StorageError) -> [CompletionName] {
        var names: [CompletionName] = []
        for contact in try contacts() {
            let row = try knownNumber(of: contact.person)
            let name = CompletionName(.person, contact.name, fitting: text, .person(row))
            if let name { names.append(name) }
        }
        return names
    }

    private func groupNames(fitting text: TypedText) throws(StorageError) -> [CompletionName] {
        var names: [CompletionName] = []
        for group in try namedGroups() where try state(of: group) == .member {
            let name = CompletionName(.group, group.name, fitting: text, .collection)
            if let name { names.append(name) }
        }
        return names
    }

    private func detailNames(
        _ sort: Completion.Sort, _ name: DetailName, fitting text: TypedText
    ) throws(StorageError) -> [CompletionName] {
        var known: Set<String> = []
        var names: [CompletionName] = []
        for detail in name.asked {
            var values = try foldedValues(of: detail, from: "")
            if values.count == Self.lookedThrough {
                // There are more: those that begin so come first.
                let begun = try foldedValues(of: detail, from: text.text).prefix {
                    $0.utf8.starts(with: text.text.utf8)
                }
                values = Array(begun) + values.prefix(Self.lookedThrough - begun.count)
            }
            for value in values where !known.contains(value) {
                let folded = Self.unmarked(value)
                var found = CompletionName(sort, folded: folded, fitting: text, .detail(name))
                found?.completion.name = value
                guard let found else { continue }
                known.insert(value)
                names.append(found)
            }
        }
        return names
    }

    // Each once, by name, from the first that is not before `start`: from one to the next is one step
    // down the index, however many things say so.
    private func foldedValues(
        of name: DetailName, from start: String
    ) throws(StorageError) -> [String] {
        let detail = SQLValue.integer(Int(name.rawValue))
        return try database.rows(
            CompletionNameSQL.values,
            [detail, .text(start), detail, .integer(Self.lookedThrough)]
        ) { (row) throws(StorageError) in row.text(0) }
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
    private static let roughlyCounted = 100
    /// What more than so many carry ranks by its name: 100 tags are counted so far in 4 ms, 200 up to 500 in 14.
    private static let roughMax = 300
}

/// A name that fits what is typed, and how what it finds is counted.
struct CompletionName {
    /// What becomes of it; `count` is how many things it finds as far as they were counted.
    var completion: Completion
    let fit: Completion.Fit
    let source: Source
    /// Up to so many; if there were fewer that is all.
    var countedTo = 0

    /// `name` in any spelling, if it fits what is typed.
    init?(
        _ sort: Completion.Sort, _ name: String, fitting text: TypedText, _ source: Source
    ) {
        self.init(sort, folded: SearchText.folded(name), fitting: text, source)
        completion.name = name
    }

    /// The same, of which the folded form is all that is known so far.
    init?(
        _ sort: Completion.Sort, folded: String, fitting text: TypedText, _ source: Source
    ) {
        guard let fit = text.fit(of: folded) else { return nil }
        completion = Completion(sort, name: folded, count: 0)
        self.fit = fit
        self.source = source
    }

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

    /// Whether it ranks before `other`, as far as both are counted.
    func isBefore(_ other: CompletionName) -> Bool {
        completion.isBefore(other.completion, as: (fit, other.fit))
    }
}

private enum CompletionNameSQL {
    // The bound stands within, so that the walk ends there; the last step may find none.
    static let values = """
        WITH RECURSIVE named (folded) AS (
            SELECT min(folded) FROM facets WHERE detail = ? AND folded >= ?
            UNION ALL
            SELECT (
                SELECT min(f.folded) FROM facets f WHERE f.detail = ? AND f.folded > named.folded
            ) FROM named WHERE named.folded IS NOT NULL
            ORDER BY 1 LIMIT ?
        )
        SELECT folded FROM named WHERE folded IS NOT NULL ORDER BY folded
        """
}
