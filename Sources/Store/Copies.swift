import CRDT
import Domain
import Primitives
import Wire

/// The audiences that an object was in before a change, each with its placement.
struct PlacementsBefore {
    /// The dot of the placement from which the copies derive, for each audience, by rising audience.
    private(set) var placedIn: [(audience: AudienceName, dot: Dot)] = []
    /// Whether the effect on the copies cannot be derived from home alone: two devices placed the object
    /// concurrently, or its address was a local file and nothing was copied.
    private(set) var isUnsettled: Bool

    /// Whether the object is in no other audience and no placement mentions one.
    var isAlone: Bool { placedIn.isEmpty && !isUnsettled }

    init(_ state: ObjectState) {
        isUnsettled = !state.placements.isEmpty && Store.isFile(state)
        for (audience, register) in state.placements where state.isPlaced(in: audience) {
            if let only = register.dots.first, register.dots.count == 1 {
                placedIn.append((audience, only))
            } else {
                isUnsettled = true
            }
        }
    }
}

/// Collects the operations to write into each audience.
struct Copies {
    let privateSecret: Bytes32
    var operations: [AudienceName: [OriginedOperation]] = [:]

    /// Appends the copy of an operation on an object that is in `audience`.
    mutating func append(
        _ operation: Operation, dot: Dot, of row: ObjectRow, to audience: AudienceName,
        by placement: Dot
    ) {
        guard let field = operation.field, !Schema.isPersonal(field) else { return }
        let names = CopyNames(
            privateSecret: privateSecret, audience: audience, placement: placement)
        let object = ObjectRef.id(row.id)
        let copy: Operation
        switch operation {
        case .write(let write):
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

    /// Appends the effect of a placement: the whole object enters the audience, or leaves it.
    mutating func place(
        _ placement: Placement, of row: ObjectRow, was before: PlacementsBefore
    ) {
        let audience = placement.audience
        let old = before.placedIn.first { $0.audience == audience }?.dot
        if placement.isIn, old == nil, row.state.isPlaced(in: audience) {
            enter(row, audience: audience)
        } else if !placement.isIn, let old {
            leave(row, audience: audience, placement: old)
        }
    }

    // Writes exactly what the other own devices would write if they compared.
    private mutating func enter(_ row: ObjectRow, audience: AudienceName) {
        let difference = CopyDifference(
            of: row, to: ObjectState(), in: audience, privateSecret: privateSecret)
        operations[audience, default: []]
            .append(contentsOf: difference.creations + difference.lacking.map(\.operation))
    }

    private mutating func leave(_ row: ObjectRow, audience: AudienceName, placement: Dot) {
        let names = CopyNames(
            privateSecret: privateSecret, audience: audience, placement: placement)
        operations[audience, default: []].append(row.withdrawal(by: names))
    }
}

/// The origins of the copies that one placement makes.
struct CopyNames {
    let privateSecret: Bytes32
    let audience: AudienceName
    let placement: Dot

    func copy(_ source: Dot) -> Dot {
        Derivation.copy(
            privateSecret: privateSecret, audience: audience, placement: placement,
            source: source)
    }
}

extension Operation {
    /// The field that the operation changes; nil if it changes none or several.
    fileprivate var field: Field? {
        switch self {
        case .write(let write): return write.field
        case .add(let addition): return addition.field
        case .remove(let removal): return removal.field
        default: return nil
        }
    }
}

extension ObjectRow {
    /// Returns the withdrawal of the copy named by `names`. It names everything that the copy shows, so
    /// that nothing remains to merge with a later copy.
    func withdrawal(by names: CopyNames) -> OriginedOperation {
        var dots: [Dot] = []
        for dot in state.liveDots { dots.insertSorted(names.copy(dot)) }
        let source = dots.first ?? names.placement
        return OriginedOperation(
            origin: names.copy(source), .withdraw(Withdrawal(object: .id(id), dots: dots)))
    }

    /// Returns what the creation `dot` wrote and nothing has replaced since, in the form a copy may show.
    func creation(by dot: Dot, kind: UInt8) -> Creation {
        let values = state.registers.compactMap { field, register -> FieldValue? in
            guard !Schema.isPersonal(field), field != .deletion,
                let survivor = register.survivors.first(where: { $0.dot == dot }),
                !survivor.value.isEmpty
            else { return nil }
            return FieldValue(field, survivor.value)
        }
        let elements = state.sets.compactMap { field, set -> FieldElements? in
            let own = set.additions.filter { $0.dot == dot }.map(\.element)
            return Schema.isPersonal(field) || own.isEmpty ? nil : FieldElements(field, own)
        }
        return Creation(kind: kind, id: id, values: values, elements: elements)
    }
}
