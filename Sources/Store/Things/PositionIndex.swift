import Domain

// The positions of places, in an R*Tree that finds those within a rectangle.
extension Store {
    /// Inserts the position of a thing from its details; most things have none.
    func savePosition(_ number: Int64, _ details: [Detail]) throws(StorageError) {
        guard let text = details[.position].first, let position = GeoPosition(text: text) else {
            return
        }
        let (latitude, longitude) = (
            SQLValue.integer(Int(position.latitude)), SQLValue.integer(Int(position.longitude))
        )
        try database.run(
            "INSERT INTO positions (object, south, north, west, east) VALUES (?, ?, ?, ?, ?)",
            .integer(number), latitude, latitude, longitude, longitude)
    }

    /// Deletes the position of a thing.
    func dropPosition(_ number: Int64) throws(StorageError) {
        try database.run("DELETE FROM positions WHERE object = ?", .integer(number))
    }

    // Returns the distinct references by which things name their places.
    fileprivate func namedPlaces() throws(StorageError) -> [String] {
        try database.rows(PositionSQL.named, [PositionSQL.place]) {
            (row) throws(StorageError) in row.text(0)
        }
    }

    fileprivate func rows(at reference: String) throws(StorageError) -> [Int64] {
        try database.rows(PositionSQL.at, [PositionSQL.place, .text(reference)]) {
            (row) throws(StorageError) in row.integer(0)
        }
    }

    /// Returns the references of the visible places with this name.
    fileprivate func references(toPlace name: String) throws(StorageError) -> [ThingReference] {
        let places = try database.rows(
            PositionSQL.places, [.integer(Int(Kind.place.rawValue))]
        ) { (row) throws(StorageError) in (row: row.integer(0), title: row.text(1)) }
        var references: [ThingReference] = []
        for place in places where SearchText.folded(place.title) == name {
            let found = try ownReference(of: place.row)
            // Of several copies of one place, only the one that the reference resolves to counts.
            guard let found, try row(of: found) == place.row else { continue }
            references.append(found)
        }
        return references
    }

    private func ownReference(of row: Int64) throws(StorageError) -> ThingReference? {
        let text = try database.row(
            "SELECT value FROM facets WHERE object = ? AND detail = ? ORDER BY value",
            [.integer(row), .integer(Self.ownReference)]
        ) { $0.text(0) }
        return text.flatMap { ThingReference(text: $0) }
    }

    /// Returns what names the place in `row`, if its reference resolves to this row.
    fileprivate func rows(atPlace row: Int64) throws(StorageError) -> [Int64] {
        guard let reference = try ownReference(of: row) else { return [] }
        let rows = try rows(at: reference.text)
        guard !rows.isEmpty, try self.row(of: reference) == row else { return [] }
        return rows
    }
}

extension SearchPlanner {
    /// Gathers what is within `metres` of a point, or names a place that is. The distances are recorded for sorting
    /// and display.
    mutating func rows(near point: GeoPosition, _ metres: Int) throws(StorageError) -> RowSet {
        var found: [(row: Int64, distance: Int64)] = []
        for box in point.boxes(within: metres) {
            try gather(box) { (row, position) in
                let distance = position.distance(to: point)
                if distance <= 1000 * Int64(metres) { found.append((row, distance)) }
            }
        }
        var rows = RowSet(found.map(\.row))
        note(found)
        // If many places are near, it is cheaper to start from the places that are named at all.
        if found.count <= Self.placesEach {
            for (row, distance) in found {
                let there = try store.rows(atPlace: row)
                note(there.map { ($0, distance) })
                for row in there { rows.insert(row) }
            }
        } else {
            let distances = Dictionary(found.map { ($0.row, $0.distance) }) { first, _ in first }
            for text in try store.namedPlaces() {
                guard let reference = ThingReference(text: text),
                    let row = try store.row(of: reference), let distance = distances[row]
                else { continue }
                effort.spend(SearchEffort.lookup)
                let there = try store.rows(at: text)
                note(there.map { ($0, distance) })
                for row in there { rows.insert(row) }
            }
        }
        return rows
    }

    /// Gathers what names the place that this text refers to, or otherwise the places of this name.
    mutating func rows(atPlace text: String) throws(StorageError) -> RowSet {
        var rows = RowSet()
        if ThingReference(text: text) != nil {
            for row in try store.rows(at: text) { rows.insert(row) }
            return rows
        }
        for reference in try store.references(toPlace: text) {
            for row in try store.rows(at: reference.text) { rows.insert(row) }
        }
        return rows
    }

    private mutating func note(_ found: [(row: Int64, distance: Int64)]) {
        // Distances inside a collection's query are not part of the question.
        guard isOutermost else { return }
        for (row, distance) in found {
            distances[row] = min(distances[row] ?? .max, distance)
        }
    }

    private mutating func gather(
        _ box: GeoBox, _ take: (Int64, GeoPosition) -> Void
    ) throws(StorageError) {
        let statement = try store.database.statement(PositionSQL.within)
        let sides = [
            box.latitudes.lowerBound, box.latitudes.upperBound, box.longitudes.lowerBound,
            box.longitudes.upperBound,
        ]
        for (index, side) in sides.enumerated() {
            statement.bind(Int32(index + 1), Int64(side))
        }
        defer { statement.reset() }
        var count = 0
        while try statement.step() {
            guard
                let position = GeoPosition(
                    latitude: Int(statement.integer(1)), longitude: Int(statement.integer(2)))
            else { throw .corrupt }
            take(statement.integer(0), position)
            count += 1
            guard count % SearchEffort.rowsEach == 0 else { continue }
            effort.spend(1)
            if effort.isSpent { break }
        }
        if effort.isSpent { refuseAsTooBroad() }
    }

    /// The most places for which what names them is looked up one by one.
    private static let placesEach = 2000
}

private enum PositionSQL {
    static let place = SQLValue.integer(Int(DetailName.place.rawValue))
    static let within = """
        SELECT object, south, west FROM positions
        WHERE south >= ? AND north <= ? AND west >= ? AND east <= ? ORDER BY object
        """
    static let named = "SELECT DISTINCT folded FROM facets WHERE detail = ? ORDER BY folded"
    static let at = "SELECT object FROM facets WHERE detail = ? AND folded = ? ORDER BY object"
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let places = """
        SELECT b.object, b.title FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.hidden < 2 ORDER BY b.object
        """
}

extension Store {
    /// Counts the R*Tree rows without a matching detail and the details without a row; for consistency checks of a
    /// replica.
    package func strayPositions() throws(StorageError) -> Int {
        let told = try database.rows(
            "SELECT object, value FROM facets WHERE detail = ? ORDER BY object, value",
            [.integer(Int(DetailName.position.rawValue))]
        ) { (row) throws(StorageError) in (row: row.integer(0), text: row.text(1)) }
        let found = try database.rows(
            "SELECT object, south, north, west, east FROM positions ORDER BY object"
        ) { (row) throws(StorageError) in
            (row: row.integer(0), sides: (1...4).map { Int(row.integer(Int32($0))) })
        }
        var stray = 0
        var known: [Int64: [Int]] = [:]
        for row in found { known[row.row] = row.sides }
        for row in told {
            guard let position = GeoPosition(text: row.text) else { throw .corrupt }
            let (latitude, longitude) = (Int(position.latitude), Int(position.longitude))
            if known[row.row] != [latitude, latitude, longitude, longitude] { stray += 1 }
        }
        return stray + max(0, found.count - told.count)
    }
}
