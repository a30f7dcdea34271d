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
            guard let object = entry.operation.object, let id = try id(of: object) else {
                continue
            }
            let row = try self.object(id, author: try me, in: .private)
            if case .place(let placement) = entry.operation {
                copies.place(placement, by: entry.dot, of: row, was: before[id])
            } else {
                for (audience, dot) in before[id]?.placedIn ?? [] {
                    copies.append(entry.operation, dot: entry.dot, of: row, to: audience, by: dot)
                }
            }
        }
        for name in copies.operations.keys.sorted() {
            guard let operations = copies.operations[name],
                let target = try writable(name)
            else { continue }
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

    /// What ends the copy of an own thing that `placement` has put into an audience.
    ///
    /// - Parameter secret: the first secret of `private`.
    func withdrawal(
        of row: ObjectRow, from audience: AudienceName, by placement: Dot, secret: Bytes32
    ) -> OriginedOperation {
        row.withdrawal(
            from: audience,
            by: CopyNames(privateSecret: secret, audience: audience, placement: placement))
    }

    /// Where copies can be written: in own audiences, and in groups as long as the role allows it.
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
    ) throws(StorageError) -> [ObjectID: PlacementsBefore] {
        var before: [ObjectID: PlacementsBefore] = [:]
        for operation in operations {
            guard let object = operation.object, let id = try id(of: object), before[id] == nil
            else { continue }
            before[id] = PlacementsBefore(
                try self.object(id, author: try me, in: .private).state)
        }
        return before
    }
}

/// The audiences an object was in, and by which placement.
private struct PlacementsBefore {
    /// Rising by audience: the placement whose dot the copies derive from.
    let placedIn: [(audience: AudienceName, dot: Dot)]

    init(_ state: ObjectState) {
        placedIn = state.placements.compactMap { audience, register in
            guard state.isPlaced(in: audience), let dot = register.survivors.first?.dot else {
                return nil
            }
            return (audience, dot)
        }
    }
}

/// Collects what is to be written into each audience.
private struct Copies {
    let privateSecret: Bytes32
    var operations: [AudienceName: [OriginedOperation]] = [:]

    /// An operation on an object that is in `audience`.
    mutating func append(
        _ operation: Operation, dot: Dot, of row: ObjectRow, to audience: AudienceName,
        by placement: Dot
    ) {
        let names = CopyNames(
            privateSecret: privateSecret, audience: audience, placement: placement)
        let object = ObjectRef.id(row.id)
        let copy: Operation
        switch operation {
        case .write(let write):
            guard !Schema.isPersonal(write.field, kind: row.kind) else { return }
            copy = .write(
                FieldWrite(
                    object: object, field: write.field, value: write.value,
                    replaces: write.replaces.map(names.copy).sorted()))
        case .add(let addition):
            copy = .add(
                ElementAddition(
                    object: object, field: addition.field, element: addition.element))
        case .remove(let removal):
            copy = .remove(
                ElementRemoval(
                    object: object, field: removal.field, element: removal.element,
                    dots: removal.dots.map(names.copy).sorted()))
        default: return
        }
        operations[audience, default: []].append(OriginedOperation(origin: names.copy(dot), copy))
    }

    /// A placement that has taken effect: the whole object enters, or leaves.
    mutating func place(
        _ placement: Placement, by dot: Dot, of row: ObjectRow, was before: PlacementsBefore?
    ) {
        let audience = placement.audience
        let old = before?.placedIn.first { $0.audience == audience }?.dot
        if placement.isIn, old == nil, row.state.isPlaced(in: audience) {
            enter(row, audience: audience, placement: dot)
        } else if !placement.isIn, let old {
            leave(row, audience: audience, placement: old)
        }
    }

    // One operation for each one at home of which something still shows.
    private mutating func enter(_ row: ObjectRow, audience: AudienceName, placement: Dot) {
        let names = CopyNames(
            privateSecret: privateSecret, audience: audience, placement: placement)
        let state = row.state
        var list: [OriginedOperation] = []
        for creation in state.creations {
            list.append(
                OriginedOperation(
                    origin: names.copy(creation.dot),
                    .create(row.creation(by: creation.dot, kind: row.kind))))
        }
        let made = state.creations.map(\.dot)
        for (field, register) in state.registers where !row.isPersonal(field) {
            for survivor in register.survivors where !made.contains(survivor.dot) {
                let write = FieldWrite(
                    object: .id(row.id), field: field, value: survivor.value,
                    replaces: [])
                list.append(OriginedOperation(origin: names.copy(survivor.dot), .write(write)))
            }
        }
        for (field, set) in state.sets where !row.isPersonal(field) {
            for addition in set.additions where !made.contains(addition.dot) {
                let copy = ElementAddition(
                    object: .id(row.id), field: field, element: addition.element)
                list.append(OriginedOperation(origin: names.copy(addition.dot), .add(copy)))
            }
        }
        operations[audience, default: []].append(contentsOf: list)
    }

    private mutating func leave(_ row: ObjectRow, audience: AudienceName, placement: Dot) {
        operations[audience, default: []].append(
            row.withdrawal(
                from: audience,
                by: CopyNames(
                    privateSecret: privateSecret, audience: audience, placement: placement)))
    }
}

/// The origins of the copies that one placement makes.
private struct CopyNames {
    let privateSecret: Bytes32
    let audience: AudienceName
    let placement: Dot

    func copy(_ source: Dot) -> Dot {
        Derivation.copy(
            privateSecret: privateSecret, audience: audience, placement: placement,
            source: source)
    }
}

extension ObjectRow {
    // Everything of it that shows there is named, so that nothing is left to meet a later copy.
    fileprivate func withdrawal(
        from audience: AudienceName, by names: CopyNames
    ) -> OriginedOperation {
        var live = state.creations.map(\.dot)
        for (_, register) in state.registers { live += register.survivors.map(\.dot) }
        for (_, set) in state.sets { live += set.additions.map(\.dot) }
        var dots: [Dot] = []
        for dot in live { dots.insertSorted(names.copy(dot)) }
        let source = dots.first ?? names.placement
        return OriginedOperation(
            origin: names.copy(source), .withdraw(Withdrawal(object: .id(id), dots: dots)))
    }

    fileprivate func isPersonal(_ field: Field) -> Bool {
        Schema.isPersonal(field, kind: kind)
    }

    /// What the creation `dot` wrote and nobody has replaced since, as a copy may show it.
    fileprivate func creation(by dot: Dot, kind: UInt8) -> Creation {
        let values = state.registers.compactMap { field, register -> FieldValue? in
            guard !isPersonal(field), field != .deletion,
                let survivor = register.survivors.first(where: { $0.dot == dot }),
                !survivor.value.isEmpty
            else { return nil }
            return FieldValue(field, survivor.value)
        }
        let elements = state.sets.compactMap { field, set -> FieldElements? in
            let own = set.additions.filter { $0.dot == dot }.map(\.element)
            return isPersonal(field) || own.isEmpty ? nil : FieldElements(field, own)
        }
        return Creation(kind: kind, id: id, values: values, elements: elements)
    }
}
