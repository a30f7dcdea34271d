import CRDT
import Domain
import Primitives
import Wire

// Collections: either a query, or manual members in an order.
extension Store {
    func makeCollection(
        _ name: String, description: String, query: String?, act token: ActToken? = nil,
        at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try problem(addingTo: token) { return .rejected(problem) }
        if let problem = Self.problem(withName: name, description: description) {
            return .rejected(problem)
        }
        if try collectionRow(name) != nil {
            return .rejected(Self.collectionIsThere(name))
        }
        var values = [FieldValue(Schema.Collection.name, Array(name.utf8))]
        if !description.isEmpty {
            values.append(FieldValue(Schema.Collection.description, Array(description.utf8)))
        }
        if let query {
            switch Self.collectionQuery(query) {
            case .failure(let problem): return .rejected(problem)
            case .success(let spelled):
                values.append(FieldValue(Schema.Collection.query, Array(spelled.utf8)))
            }
        }
        return try done(
            [.create(Creation(kind: Schema.Collection.kind, values: values, elements: []))],
            summary: "created collection \(name)", act: token, at: wall, count: 1)
    }

    func addMembers(
        _ selection: Selection, to name: String, act token: ActToken? = nil, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try problem(addingTo: token) { return .rejected(problem) }
        let collection: ObjectRow
        switch try handmade(name) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row): collection = row
        }
        let rows: [ObjectRow]
        switch try memberRows(selection, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): rows = found
        }
        return try addMembers(rows, to: collection, act: token, at: wall)
    }

    /// Appends things to a manual collection, skipping those that are members.
    func addMembers(
        _ rows: [ObjectRow], to collection: ObjectRow, act token: ActToken?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let name = collection.collectionName
        guard let object = collection.home else { return .rejected(.noCollection(name)) }
        var order = MemberOrder(collection.members)
        var known = Set(order.keys)
        var new: [[UInt8]] = []
        for row in rows {
            let key = try memberKey(row)
            if known.insert(key).inserted { new.append(key) }
        }
        order.append(new)
        return try done(
            collection.operations(to: order, at: object),
            summary: "added \(Counted.words(new.count, "thing")) to \(name)",
            act: token, at: wall, count: new.count)
    }

    func removeMembers(
        _ selection: Selection, from name: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let collection: ObjectRow
        switch try handmade(name) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row): collection = row
        }
        let rows: [ObjectRow]
        switch try memberRows(selection, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): rows = found
        }
        guard let object = collection.home else { return .rejected(.noCollection(name)) }
        let here = Set(collection.members.map(\.key))
        var keys: Set<[UInt8]> = []
        for row in rows {
            let key = try memberKey(row)
            if here.contains(key) { keys.insert(key) }
        }
        if keys.isEmpty, case .references(let references) = selection, let named = references.first
        {
            return .rejected(
                Problem(
                    .notFound, "\(Problem.quote(named.text)) is not in \(name.prefix(80))",
                    fix: "weft ls 'in:\(name.prefix(80))'"))
        }
        return try done(
            collection.removals(ofMembers: keys, at: object),
            summary: "removed \(Counted.words(keys.count, "thing")) from \(name)",
            at: wall, count: keys.count)
    }

    func removeCollection(_ name: String, at wall: WallTime) throws(StorageError) -> Answer {
        guard let row = try collectionRow(name), let object = row.home else {
            return .rejected(.noCollection(name))
        }
        return try done(
            [row.write(.deletion, [1], at: object)],
            summary: "moved collection \(name) to the trash", at: wall, count: 1)
    }

    /// Returns the own collections outside the trash, by row.
    func collectionRows() throws(StorageError) -> [ObjectRow] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 2 AND kind > 1 AND author = ? AND hidden = 0 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var rows: [ObjectRow] = []
        for number in numbers {
            if let row = try object(row: number) { rows.append(row) }
        }
        return rows
    }

    /// Returns the own collection called `name`, compared in folded form, so that no two look the same.
    func collectionRow(_ name: String) throws(StorageError) -> ObjectRow? {
        let folded = SearchText.folded(name)
        return try collectionRows().first { SearchText.folded($0.collectionName) == folded }
    }

    /// Returns the own collection with this name, if it is manual.
    func handmade(_ name: String) throws(StorageError) -> Result<ObjectRow, Problem> {
        guard let row = try collectionRow(name) else { return .failure(.noCollection(name)) }
        guard row.state.register(Schema.Collection.query)?.shown == nil else {
            return .failure(
                Problem(
                    .conflict, "\(name.prefix(80)) is filled by a query",
                    fix: "weft col new OTHER makes one for members by hand"))
        }
        return .success(row)
    }

    // Anything visible may be a member, not only own things.
    private func memberRows(
        _ selection: Selection, at wall: WallTime
    ) throws(StorageError) -> Result<[ObjectRow], Problem> {
        guard case .references(let references) = selection else {
            return try ownRows(selection, at: wall)
        }
        if let problem = Self.problem(withShort: references) { return .failure(problem) }
        var rows: [ObjectRow] = []
        for reference in references {
            switch try resolve(reference) {
            case .failure(let problem): return .failure(problem)
            case .success(let number):
                if let row = try object(row: number) { rows.append(row) }
            }
        }
        return .success(rows)
    }

    /// Returns the name of a thing in a collection: its author, then its id.
    func memberKey(_ row: ObjectRow) throws(StorageError) -> [UInt8] {
        let author = try database.row(
            "SELECT person FROM people WHERE id = ? ORDER BY id", [.integer(row.author)]
        ) { $0.bytes(0) }
        return (author ?? []) + row.id.bytes.bytes
    }

    /// The problem for a name that another collection has.
    static func collectionIsThere(_ name: String) -> Problem {
        Problem(.conflict, "there is already a collection \(name.prefix(80))", fix: "weft col ls")
    }

    /// Parses the query of a collection and returns it as it is stored.
    static func collectionQuery(_ query: String) -> Result<String, Problem> {
        switch SearchQuery.parse(query) {
        case .failure(let problem): return .failure(problem)
        case .success(let parsed):
            let spelled = parsed.spelled
            guard !spelled.isEmpty else {
                return .failure(
                    Problem(
                        .invalidQuery, "the query of a collection needs a condition",
                        fix: "give a tag: '#TAG'; or leave out the query to fill it by hand"))
            }
            return problem(withQuery: spelled).map { .failure($0) } ?? .success(spelled)
        }
    }

    /// Returns what is wrong with a collection's name or description; nil if nothing is.
    static func problem(withName name: String, description: String) -> Problem? {
        guard (1...Limits.nameBytesMax).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.value < 32 })
        else {
            return Problem(
                .invalidValue,
                "a collection's name must have 1 to \(Limits.nameBytesMax) bytes "
                    + "and no control characters",
                fix: "choose another name")
        }
        // The description shares one operation of 64 KiB with the name and the query.
        let bytesMax = Limits.noteBytesMax - Limits.queryBytesMax
        guard description.utf8.count <= bytesMax, !description.contains("\0") else {
            return Problem(
                .invalidValue, "a description can have at most \(bytesMax) bytes", fix: "shorten it"
            )
        }
        return nil
    }
}
