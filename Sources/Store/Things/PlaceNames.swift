import CRDT
import Domain
import Primitives

// Stores the word beginnings of place names as rows beside details, so that a name is completed from any of its words
// without a scan of all places.
extension Store {
    /// The value of `facets.detail` for word beginnings of a place's name, which no detail has. The row's value is
    /// the index of the beginning; 0 is the whole name.
    static let placeNameFacet = 252

    /// Writes the word beginnings of a place's name.
    func savePlaceName(_ number: Int64, _ name: String) throws(StorageError) {
        let beginnings = Completion.beginnings(of: SearchText.folded(name))
        for (index, beginning) in beginnings.prefix(Self.beginningsMax).enumerated() {
            try database.run(
                PlaceNameSQL.add, .integer(number), .integer(Self.placeNameFacet),
                .text("\(index)"), .text(Self.cut(beginning)))
        }
    }

    /// Creates the rows of places that were stored before these rows existed.
    func learnPlaceNames() throws(StorageError) {
        guard try setting("place names") == nil else { return }
        let places = try database.rows(
            PlaceNameSQL.places, [.integer(Int(Kind.place.rawValue))]
        ) { (row) throws(StorageError) in (row: row.integer(0), name: row.text(1)) }
        for place in places { try savePlaceName(place.row, place.name) }
        try set("place names", to: [1])
    }

    // MARK: Completions

    /// Returns the place names that fit the typed text, one spelling each, even of places only in the trash. Names
    /// with the typed prefix are searched first, then those with the same first letter, then all.
    ///
    /// - Parameters:
    ///   - limit: the most names returned.
    ///   - most: the most beginnings examined.
    func placeNames(
        fitting text: TypedText, limit: Int, ofLookedAt most: Int
    ) throws(StorageError) -> [CompletionName] {
        let cut = Self.cut(text.text[...])
        let typed = TypedText(cut)
        var looked = 0
        var known: Set<String> = []
        var alike: [String: Int] = [:]
        var names: [CompletionName] = []
        let starts =
            cut.count < Suggestion.beginningMin ? [cut] : [cut, String(cut.prefix(1)), ""]
        for start in starts {
            let statement = try database.statement(PlaceNameSQL.beginning)
            statement.bind(1, Self.placeNameFacet)
            statement.bind(2, .text(start))
            statement.bind(3, blob: Array(start.utf8) + [0xFF])
            defer { statement.reset() }
            while looked < most, names.count < limit, try statement.step() {
                looked += 1
                guard typed.fit(of: statement.text(0)) != nil else { continue }
                let spelled = statement.text(1)
                let folded = SearchText.folded(spelled)
                guard known.insert(folded).inserted else { continue }
                // Names that are truncated to the same prefix are counted together.
                alike[Self.cut(folded[...]), default: 0] += 1
                guard alike[Self.cut(folded[...]), default: 0] <= Self.alikeMax,
                    let name = CompletionName(.place, spelled, fitting: text, .place(folded))
                else { continue }
                names.append(name)
            }
        }
        return names
    }

    /// Counts the things that name a place with this name, up to `most`, including those in the trash.
    ///
    /// - Parameter name: the folded name.
    func few(atPlace name: String, _ most: Int) throws(StorageError) -> Int {
        let count = try database.row(
            PlaceNameSQL.few,
            [
                .integer(Self.placeNameFacet), .text(Self.cut(name[...])),
                .integer(Self.placesMax), .integer(most),
            ]
        ) { $0.integer(0) }
        return Int(count ?? 0)
    }

    /// Counts the visible things that name a visible place with this name, up to `Completion.countMax`, and returns
    /// the spelling of the first; nil if no such place is visible.
    ///
    /// - Parameter name: the folded name.
    func counted(
        atPlace name: String, without hidden: RowSet
    ) throws(StorageError) -> (spelled: String, count: Int)? {
        let statement = try database.statement(PlaceNameSQL.naming)
        statement.bind(1, Self.placeNameFacet)
        statement.bind(2, .text(Self.cut(name[...])))
        statement.bind(3, Self.placesMax)
        defer { statement.reset() }
        var counted: (spelled: String, count: Int)?
        while counted?.count ?? 0 < Completion.countMax, try statement.step() {
            guard !hidden.contains(statement.integer(0)) else { continue }
            let spelled = statement.text(1)
            // Longer names may have the same truncated form.
            guard spelled == counted?.spelled || SearchText.folded(spelled) == name else {
                continue
            }
            let naming = statement.integer(2)
            let isSeen = naming > 0 && !hidden.contains(naming)
            counted = (counted?.spelled ?? spelled, (counted?.count ?? 0) + (isSeen ? 1 : 0))
        }
        return counted
    }

    private static func cut(_ text: Substring) -> String { String(text.prefix(lettersMax)) }

    /// The most words of a name by which it is completed, a bound for names with a thousand words.
    private static let beginningsMax = 8
    /// The most names with the same truncated form that are distinguished.
    private static let alikeMax = 8
    /// The most places of one name examined, a bound if somebody shares a hundred thousand.
    private static let placesMax = 1000
    /// The letters stored of each beginning; nobody types more.
    private static let lettersMax = 64
}

private enum PlaceNameSQL {
    // Places that this version stored already have their rows.
    static let add = """
        INSERT OR IGNORE INTO facets (object, detail, value, folded, number)
        VALUES (?, ?, ?, ?, NULL)
        """
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let places = """
        SELECT object, title FROM bookmarks WHERE kind = ? AND kind > 1 ORDER BY object
        """
    // As in `TagSQL.tags`, the upper bound is bytes cast to text.
    static let beginning = """
        SELECT f.folded, b.title FROM facets f JOIN bookmarks b ON b.object = f.object
        WHERE f.detail = ? AND f.folded >= ? AND f.folded < CAST(? AS TEXT)
        ORDER BY f.folded, f.object
        """
    // From names to places and from there to what names them, each step is one index lookup.
    static let few = """
        SELECT count(*) FROM (
            SELECT n.object FROM (\(named)) p
            CROSS JOIN facets r ON r.object = p.object AND r.detail = \(Store.ownReference)
            CROSS JOIN facets n ON n.detail = \(DetailName.place.rawValue) AND n.folded = r.value
            ORDER BY p.object LIMIT ?
        )
        """
    private static let named = """
        SELECT object FROM facets WHERE detail = ? AND folded = ? AND value = '0'
        ORDER BY object LIMIT ?
        """
    static let naming = """
        SELECT p.object, b.title, ifnull(n.object, 0) FROM (\(named)) p
        JOIN bookmarks b ON b.object = p.object
        LEFT JOIN facets r ON r.object = p.object AND r.detail = \(Store.ownReference)
        LEFT JOIN facets n ON n.detail = \(DetailName.place.rawValue) AND n.folded = r.value
        ORDER BY p.object
        """
}
