import CRDT
import Domain
import Primitives

// Completes what is being typed into a search. Names are looked up by prefix or, to tolerate typos, scanned.
//
// Counting what half a million things carry takes longer than typing a letter. So names are matched first; those that
// fit are counted up to a small bound, the best of them up to a larger one, and only the completions shown are
// counted exactly. Names may come from a friend, so every step has a limit.
extension Store {
    /// Returns the completions of `typed`, limited to the sorts that it asks for.
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
            // Few tags have this prefix; subtags, and tags that match despite a typo, may fit as well.
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

    // Tags and categories are compared by full case folding, other names in lower case without Latin diacritics.
    private static func comparedAsTags(_ text: TypedText) -> TypedText {
        TypedText(unmarked(TagName.fold(text.text)))
    }

    // Folds an already case-folded name as `SearchText` does. ASCII, which nearly all names are, needs no further
    // work.
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
                // There are more values than the limit: those with the typed prefix come first.
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

    // Returns the distinct values in name order, beginning at `start`. Each step is one index seek, no matter how
    // many things carry a value.
    private func foldedValues(
        of name: DetailName, from start: String
    ) throws(StorageError) -> [String] {
        let detail = SQLValue.integer(Int(name.rawValue))
        return try database.rows(
            CompletionNameSQL.values,
            [detail, .text(start), detail, .integer(Self.lookedThrough)]
        ) { (row) throws(StorageError) in row.text(0) }
    }

    /// With this many tags that begin as typed, no typo-tolerant scan follows.
    private static let enough = 10
    /// The number of names of one sort that are examined; those that fit are counted up to `glanceMax`.
    private static let lookedThrough = 5000
    private static let glanceMax = 16
    /// Fewer places are examined: each needs a look at its title, and counting goes from the name to the place and
    /// from there to what refers to it. With 5,000 for both, completing one letter took 1.9 times as long among
    /// 500,000 things.
    private static let placesLookedThrough = 1000
    private static let placesCounted = 200
    /// The number of names of all sorts together that are counted up to `roughMax` (or the limit, if larger).
    private static let roughlyCounted = 100
    /// Names carried by more things than this rank by name: counting 100 tags this far takes 4 ms, 200 up to 500
    /// takes 14 ms.
    private static let roughMax = 300
}

/// A name that fits what is typed, and how to count what it finds.
struct CompletionName {
    /// The resulting completion; its `count` is only as exact as the counting so far.
    var completion: Completion
    let fit: Completion.Fit
    let source: Source
    /// The bound of the last count; a smaller count is exact.
    var countedTo = 0

    /// Creates a candidate from `name` in any spelling, or nil if it does not fit what is typed.
    init?(
        _ sort: Completion.Sort, _ name: String, fitting text: TypedText, _ source: Source
    ) {
        self.init(sort, folded: SearchText.folded(name), fitting: text, source)
        completion.name = name
    }

    /// Creates a candidate of which only the folded form is known yet.
    init?(
        _ sort: Completion.Sort, folded: String, fitting text: TypedText, _ source: Source
    ) {
        guard let fit = text.fit(of: folded) else { return nil }
        completion = Completion(sort, name: folded, count: 0)
        self.fit = fit
        self.source = source
    }

    /// The place in which the things that a name finds are stored.
    enum Source {
        /// The row ids of the tag's spellings.
        case tag([Int64])
        /// The person's row; nil if nothing has been received from them yet.
        case person(Int64?)
        /// Its matches are not counted.
        case collection
        /// The folded name of the place.
        case place(String)
        /// The detail whose folded value the name is; searches with this name look in several details.
        case detail(DetailName)
    }

    /// Whether it ranks before `other`, by the counts so far.
    func isBefore(_ other: CompletionName) -> Bool {
        completion.isBefore(other.completion, as: (fit, other.fit))
    }
}

private enum CompletionNameSQL {
    // The LIMIT is inside the recursion, so that the walk stops there. The last step may yield NULL.
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
