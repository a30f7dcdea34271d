import CRDT
import Domain
import Primitives

// Where what somebody types may begin in the names of places, as rows beside their details: by them a
// name is completed by any of its words without a look at all places.
extension Store {
    /// The number in the column `facets.detail` of beginnings in the name of a place, which no detail
    /// has; the value is their number, 0 of the whole name.
    static let placeNameFacet = 252

    /// Keeps by what the name of the place in a row is completed.
    func savePlaceName(_ number: Int64, _ name: String) throws(StorageError) {
        let beginnings = Completion.beginnings(of: SearchText.folded(name))
        for (index, beginning) in beginnings.prefix(Self.beginningsMax).enumerated() {
            try database.run(
                PlaceNameSQL.add, .integer(number), .integer(Self.placeNameFacet),
                .text("\(index)"), .text(Self.cut(beginning)))
        }
    }

    /// Gives places their rows that were put into the tables before there were any.
    func learnPlaceNames() throws(StorageError) {
        guard try setting("place names") == nil else { return }
        let places = try database.rows(
            PlaceNameSQL.places, [.integer(Int(Kind.place.rawValue))]
        ) { (row) throws(StorageError) in (row: row.integer(0), name: row.text(1)) }
        for place in places { try savePlaceName(place.row, place.name) }
        try set("place names", to: [1])
    }

    // MARK: Completions

    /// The names of places that answer to what is typed, in one spelling each, also those that only
    /// the trash has. What begins so is looked for first, then what begins with the same letter, then
    /// anything.
    ///
    /// - Parameters:
    ///   - limit: so many names at most.
    ///   - most: so many beginnings are looked at.
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
                // Those that are cut to the same are counted alike, one as long as the other.
                alike[Self.cut(folded[...]), default: 0] += 1
                guard alike[Self.cut(folded[...]), default: 0] <= Self.alikeMax,
                    let name = CompletionName(.place, spelled, fitting: text, .place(folded))
                else { continue }
                names.append(name)
            }
        }
        return names
    }

    /// How many things name a place of this name, counted up to `most`; also what is in the trash.
    ///
    /// - Parameter name: folded.
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

    /// How many things in sight name a place in sight of this name, up to `Completion.countMax`, and how the
    /// first is spelled; nil if none is in sight.
    ///
    /// - Parameter name: folded.
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
            // Longer names may have been cut to the same.
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

    /// A name is completed by so many of its words, a bound for who names a place with a thousand.
    private static let beginningsMax = 8
    /// So many names that differ behind what is kept of them are told apart.
    private static let alikeMax = 8
    /// Of so many places of one name it is asked what names them, a bound for who shares a hundred thousand.
    private static let placesMax = 1000
    /// So much of each beginning is kept; nobody types more.
    private static let lettersMax = 64
}

private enum PlaceNameSQL {
    // Places that this version has just put into the tables have their rows.
    static let add = """
        INSERT OR IGNORE INTO facets (object, detail, value, folded, number)
        VALUES (?, ?, ?, ?, NULL)
        """
    // The second condition is the index's own, so that SQLite takes it.
    static let places = """
        SELECT object, title FROM bookmarks WHERE kind = ? AND kind > 1 ORDER BY object
        """
    // As in `TagSQL.tags` the upper end is bytes cast to a text.
    static let beginning = """
        SELECT f.folded, b.title FROM facets f JOIN bookmarks b ON b.object = f.object
        WHERE f.detail = ? AND f.folded >= ? AND f.folded < CAST(? AS TEXT)
        ORDER BY f.folded, f.object
        """
    // From the names to the places, from there to what names them: each one look into an index.
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
