import CRDT
import Domain
import Primitives
import Wire

// What a person does is written at home, in `private`; copies in other audiences are derived from
// it in the same transaction, so that nobody else's node can be told more than it may see.
extension Store {
    /// Writes operations on own objects at home, and what follows from them elsewhere.
    ///
    /// - Parameter act: the act they belong to, by which they can be undone.
    @discardableResult
    func author(
        _ operations: [Operation], act: Int64?, at wall: WallTime
    ) throws(StorageError) -> [Written] {
        let home = try audience(.private, of: owner.person)
        let before = try placements(touchedBy: operations)
        let written = try write(
            operations.map { OriginedOperation($0) }, into: home, at: wall)
        if let act { try keep(written, in: act) }
        var copies = Copies(privateSecret: home.secret ?? .zero)
        for entry in written {
            guard let object = entry.operation.object else { continue }
            var known = before[object]
            if known == nil, let id = try id(of: object) {
                known = (id, PlacementsBefore(ObjectState()))
            }
            guard let (id, was) = known else { continue }
            // Of what is nowhere else nothing follows, unless it goes somewhere now.
            guard !was.isAlone || entry.operation.isPlacement else { continue }
            let row = try self.object(id, author: try me, in: .private)
            if was.isUnsettled, let number = row.number { try mark(number) }
            if case .place(let placement) = entry.operation {
                copies.place(placement, of: row, was: was)
            } else {
                for (audience, dot) in was.placedIn {
                    copies.append(entry.operation, dot: entry.dot, of: row, to: audience, by: dot)
                }
            }
        }
        for name in copies.operations.keys.sorted() {
            guard let operations = copies.operations[name] else { continue }
            guard let target = try writable(name) else {
                try wait(for: name, with: operations)
                continue
            }
            try write(operations, into: target, at: wall)
        }
        return written
    }

    /// Writes operations on what is at home in `place`: own things, or those of a group.
    @discardableResult
    func author(
        _ operations: [Operation], at place: Place, act: Int64?, wall: WallTime
    ) throws(StorageError) -> [Written] {
        guard let number = place.groupRow else {
            return try author(operations, act: act, at: wall)
        }
        let written = try write(
            operations.map { OriginedOperation($0) }, into: try audience(number), at: wall)
        if let act { try keep(written, in: act) }
        return written
    }

    /// The audience `name` if copies can be written there: own ones, and groups as long as the role
    /// allows it.
    func writable(_ name: AudienceName) throws(StorageError) -> AudienceRecord? {
        guard let id = name.id else {
            guard let kind = AudienceKind(rawValue: name.kind) else { return nil }
            return try audience(kind, of: owner.person)
        }
        guard let group = try group(id), try problem(writingIn: group, as: .editor) == nil else {
            return nil
        }
        return try audience(group.audience.number)
    }

    // Where each object stands before the operations take effect.
    private func placements(
        touchedBy operations: [Operation]
    ) throws(StorageError) -> [ObjectRef: (id: ObjectID, was: PlacementsBefore)] {
        var before: [ObjectRef: (id: ObjectID, was: PlacementsBefore)] = [:]
        for operation in operations {
            guard let object = operation.object, before[object] == nil,
                let id = try id(of: object)
            else { continue }
            before[object] = (
                id, PlacementsBefore(try self.object(id, author: try me, in: .private).state)
            )
        }
        return before
    }
}

extension Operation {
    /// It says where a thing is, or is no more.
    fileprivate var isPlacement: Bool {
        if case .place = self { return true }
        return false
    }
}
