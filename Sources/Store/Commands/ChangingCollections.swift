import CRDT
import Domain
import Primitives

// Changes existing collections: name, description, query, and the order of manual members.
extension Store {
    func editCollection(
        _ name: String, _ change: CollectionChange, at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard let row = try collectionRow(name), let object = row.home else {
            return .rejected(.noCollection(name))
        }
        let description = row.text(Schema.Collection.description) ?? ""
        let new = change.name ?? row.collectionName
        if let problem = Self.problem(
            withName: new, description: change.description ?? description)
        {
            return .rejected(problem)
        }
        if let other = try collectionRow(new), other.number != row.number {
            return .rejected(Self.collectionIsThere(new))
        }
        var operations: [Operation] = []
        let write = { (field: Field, value: String, before: String?) in
            if value != before {
                operations.append(row.write(field, Array(value.utf8), at: object))
            }
        }
        write(Schema.Collection.name, new, row.collectionName)
        if let words = change.description {
            write(Schema.Collection.description, words, description)
        }
        if let query = change.query {
            guard let before = row.text(Schema.Collection.query) else {
                return .rejected(
                    Problem(
                        .conflict, "\(name.prefix(80)) is filled by hand and has no query",
                        fix: "weft col new OTHER --query QUERY"))
            }
            switch Self.collectionQuery(query) {
            case .failure(let problem): return .rejected(problem)
            case .success(let spelled): write(Schema.Collection.query, spelled, before)
            }
        }
        return try done(
            operations, summary: "changed collection \(new)", at: wall,
            count: operations.isEmpty ? 0 : 1)
    }

    func orderMembers(
        _ references: [Reference], of name: String, to place: CollectionPlace, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let collection: ObjectRow
        switch try handmade(name) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row): collection = row
        }
        guard let object = collection.home else { return .rejected(.noCollection(name)) }
        var order = MemberOrder(collection.members)
        let here = Set(order.keys)
        var moved: [[UInt8]] = []
        for reference in references {
            switch try memberKey(reference, in: here, of: name) {
            case .failure(let problem): return .rejected(problem)
            case .success(let key): if !moved.contains(key) { moved.append(key) }
            }
        }
        let target: MemberOrder.Target
        switch try self.target(place, in: here, of: name) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): target = found
        }
        guard order.move(moved, to: target) else {
            return .rejected(
                Problem(
                    .invalidValue, "a member cannot be moved next to itself",
                    fix: "name a member that is not moved"))
        }
        return try done(
            collection.operations(to: order, at: object),
            summary: "moved \(Counted.words(moved.count, "thing")) in \(name)", at: wall,
            count: moved.count)
    }

    private func target(
        _ place: CollectionPlace, in here: Set<[UInt8]>, of name: String
    ) throws(StorageError) -> Result<MemberOrder.Target, Problem> {
        switch place {
        case .first: return .success(.first)
        case .last: return .success(.last)
        case .before(let reference):
            return try memberKey(reference, in: here, of: name).map { .before($0) }
        case .after(let reference):
            return try memberKey(reference, in: here, of: name).map { .after($0) }
        }
    }

    // Finds a member by the name that it has in the collection.
    private func memberKey(
        _ reference: Reference, in here: Set<[UInt8]>, of name: String
    ) throws(StorageError) -> Result<[UInt8], Problem> {
        if let problem = Self.problem(withShort: [reference]) { return .failure(problem) }
        switch try resolve(reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let number):
            guard let row = try object(row: number) else { throw .corrupt }
            let key = try memberKey(row)
            guard here.contains(key) else {
                return .failure(
                    Problem(
                        .notFound, "\(row.id.short) is not in \(name.prefix(80))",
                        fix: "add it first: weft col add NAME \(row.id.short)"))
            }
            return .success(key)
        }
    }
}
