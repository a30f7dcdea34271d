import CRDT
import Domain
import Primitives
import Wire

/// The contents of an own chain from the position on where it is proven to fork or was cut off, in the
/// state before that.
struct LostBranch {
    let audience: AudienceRecord
    /// The chain, and the first lost sequence.
    let chain: ChainID
    let start: UInt64
    /// The deltas that counted, in order.
    var deltas: [(header: DeltaHeader, operations: [OriginedOperation])] = []
    /// The objects at home in the audience that the deltas touched, in order of the first touch.
    var objects: [ObjectRow] = []
    /// Own things at home in `private` whose copies were touched.
    var copied: [ObjectID] = []

    /// Whether `dot` is the position of a lost operation.
    func holds(_ dot: Dot) -> Bool {
        guard case .position(chain, let sequence, _) = dot else { return false }
        return sequence >= start
    }
}

extension Store {
    /// Returns what `chain`, which this device writes, holds from `start` on.
    func branch(
        of chain: ChainRecord, from start: UInt64, in audience: AudienceRecord
    ) throws(StorageError) -> LostBranch {
        var lost = LostBranch(audience: audience, chain: chain.id, start: start)
        let isOwn = try isOwnCopies(chain, in: audience)
        var seen: Set<ObjectKey> = []
        var seenCopies: Set<ObjectID> = []
        var next = start
        while let sequence = try heldPlace(of: chain, from: next, before: chain.length) {
            next = sequence + 1
            guard let delta = try delta(row: chain.row(sequence)),
                case .operations(let operations) = try read(delta, in: audience.number),
                try counts(operations, delta.header, of: chain, in: audience)
            else { continue }
            lost.deltas.append((delta.header, operations))
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            for (index, entry) in operations.enumerated() {
                if isOwn, !entry.operation.isAtHome(in: audience.kind) {
                    // A withdrawal ends a copy, so there is nothing to write again.
                    if case .withdraw = entry.operation { continue }
                    guard let id = entry.operation.copied, seenCopies.insert(id).inserted else {
                        continue
                    }
                    lost.copied.append(id)
                    continue
                }
                let dot = entry.dot(in: chain.id, at: sequence, index)
                guard
                    let key = try key(of: entry.operation, dot: dot, carrier, chain, in: audience),
                    seen.insert(key).inserted
                else { continue }
                lost.objects.append(
                    try object(key.id, author: key.author, in: audience.place))
            }
        }
        return lost
    }
}

/// Restores an object after a branch of its operations was lost, with new dots. The new operations name
/// the lost dots too, because these may still show in copies.
struct Restoration {
    let lost: LostBranch
    let before: ObjectState

    /// Returns the operations that restore what is left of the object.
    func operations(on after: ObjectState, at object: ObjectRef) -> [Operation] {
        var operations: [Operation] = []
        for (field, old) in before.registers {
            for (value, dots) in writes(old, after.register(field) ?? Register()) {
                let named = ObjectRow.named(dots, besides: value.count)
                operations.append(
                    .write(
                        FieldWrite(object: object, field: field, value: value, replaces: named)))
            }
        }
        for (field, old) in before.sets {
            operations += edits(
                of: field, old, after.set(field) ?? ObservedRemoveSet(), at: object)
        }
        return operations
            + before.placements.flatMap { audience, old in
                writes(old, after.placement(in: audience) ?? Register()).map { value, dots in
                    .place(
                        Placement(
                            object: object, audience: audience, isIn: value == [1],
                            replaces: dots))
                }
            }
    }

    // Returns writes that repeat lost values and replace again what had been replaced.
    private func writes(
        _ old: Register, _ new: Register
    ) -> [(value: [UInt8], replaces: [Dot])] {
        let gone = old.survivors.filter { lost.holds($0.dot) }
        let back = new.dots.filter { !old.dots.contains($0) }
        var dots = back
        if let shown = old.shown, gone.isEmpty {
            guard !back.isEmpty else { return [] }
            dots.insertSorted(shown.dot)
            return [(shown.value, dots)]
        }
        for survivor in gone { dots.insertSorted(survivor.dot) }
        return gone.sorted { $1.carrier.isLater(than: $0.carrier) }.map { ($0.value, dots) }
    }

    private func edits(
        of field: Field, _ old: ObservedRemoveSet, _ new: ObservedRemoveSet, at object: ObjectRef
    ) -> [Operation] {
        let left = new.elements
        var operations: [Operation] = []
        for element in old.elements {
            let gone = old.dots(of: element).filter(lost.holds)
            guard !gone.isEmpty else { continue }
            operations.append(removal(of: element, gone, field, at: object))
            guard !left.contains(element) else { continue }
            operations.append(
                .add(ElementAddition(object: object, field: field, element: element)))
        }
        let kept = old.elements
        for element in left where !kept.contains(element) {
            operations.append(removal(of: element, new.dots(of: element), field, at: object))
        }
        return operations
    }

    private func removal(
        of element: [UInt8], _ dots: [Dot], _ field: Field, at object: ObjectRef
    ) -> Operation {
        .remove(
            ElementRemoval(
                object: object, field: field, element: element,
                dots: ObjectRow.named(dots.sorted(), besides: element.count)))
    }
}

extension Restoration {
    /// Returns the placements of an object that is made again: where it was, and where its person had
    /// removed it.
    func placements(at object: ObjectRef) -> [Operation] {
        before.placements.map { audience, _ in
            .place(
                Placement(
                    object: object, audience: audience, isIn: before.isPlaced(in: audience),
                    replaces: []))
        }
    }
}
