import CRDT
import Domain
import Primitives
import Wire

// Everything a person does is written at home, in `private`. Copies in other audiences are derived in the same
// transaction, so no other node is sent more than it may see.
extension Store {
    /// Writes operations on own objects at home, and the copies that follow from them.
    ///
    /// - Parameter act: the act by which they can be undone.
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
            // An object without copies needs none, unless it is being placed now.
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

    /// Returns the audience `name` if copies can be written there: own audiences, and groups while the role allows
    /// it.
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

    // Returns where each object is placed before the operations take effect.
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
    /// Whether it places a thing in an audience or withdraws it.
    fileprivate var isPlacement: Bool {
        if case .place = self { return true }
        return false
    }
}
