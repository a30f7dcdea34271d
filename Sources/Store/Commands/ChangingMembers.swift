import CRDT
import Domain

// Bulk changes to a collection: all operations of a slice concern one object.
extension Store {
    /// Returns the operations that add the things in these rows to the collection in row `number`, or remove them,
    /// and counts them; none if the collection was moved to the trash meanwhile.
    func operations(
        of work: inout BulkWork, on slice: [Int64], inCollection number: Int64
    ) throws(StorageError) -> [Operation] {
        guard let collection = try object(row: number), let object = collection.home,
            collection.hidden == .visible
        else { return [] }
        var isComing = false
        if case .collect = work.kind { isComing = true }
        let members = collection.members
        var known = Set(members.map(\.key))
        var keys: [[UInt8]] = []
        for row in slice {
            guard let thing = try self.object(row: row), thing.hidden != .absent else { continue }
            let key = try memberKey(thing)
            let isOther = isComing ? known.insert(key).inserted : known.remove(key) != nil
            if isOther { keys.append(key) }
        }
        work.tally.count += keys.count
        guard work.aim == .toDo, !keys.isEmpty else { return [] }
        guard isComing else { return collection.removals(ofMembers: Set(keys), at: object) }
        var order = MemberOrder(members)
        order.append(keys)
        return collection.operations(to: order, at: object)
    }
}
