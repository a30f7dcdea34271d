/// Everything known about one object in one audience: the fold of its operations.
///
/// An object may be known before its creation has arrived; it exists once a creation stands.
/// - Law: the same set of operations gives the same state, in any order and with any repetition
///   (`ObjectStateTests`).
package struct ObjectState: Equatable, Sendable {
    /// Creations that stand, sorted by dot.
    package var creations: [Register.Survivor]
    /// Withdrawn operations, including ones that have not arrived yet; sorted. Their values are removed from every
    /// field, so that a thing that is placed again does not meet its old copy.
    package var withdrawn: [Dot]
    /// Sorted by field.
    package var registers: [(field: Field, register: Register)]
    /// Sorted by field.
    package var sets: [(field: Field, set: ObservedRemoveSet)]
    /// Sorted by audience; only at home.
    package var placements: [(audience: AudienceName, register: Register)]
    /// The latest stamp of an addition to or a removal from a set, since the elements themselves carry none;
    /// nil while only creations have filled the sets.
    package var setsChanged: HybridTime?

    /// Creates the state of an object of which nothing is known.
    package init() {
        creations = []
        withdrawn = []
        registers = []
        sets = []
        placements = []
    }

    /// Whether a creation stands.
    package var exists: Bool { !creations.isEmpty }

    /// Whether the deletion register is set.
    package var isTrashed: Bool {
        register(.deletion)?.shown.map { !$0.value.isEmpty } ?? false
    }

    /// The time when the object was last changed, apart from its placements: the latest stamp of its creations, its
    /// surviving writes and its set operations; nil if there are none.
    package var latest: HybridTime? {
        let carriers =
            creations.map(\.carrier) + registers.flatMap { $0.register.survivors.map(\.carrier) }
        return (carriers.map(\.stamp) + [setsChanged].compactMap { $0 }).max()
    }

    /// The register of `field`; nil if never written.
    package func register(_ field: Field) -> Register? {
        registers.first { $0.field == field }?.register
    }

    /// The set of `field`; nil if nothing was ever added or removed.
    package func set(_ field: Field) -> ObservedRemoveSet? {
        sets.first { $0.field == field }?.set
    }

    /// Whether the object is in `audience`: some placement stands, and all that stand say `in`. Survivors
    /// that disagree mean `out`.
    package func isPlaced(in audience: AudienceName) -> Bool {
        guard let register = placement(in: audience) else { return false }
        return !register.survivors.isEmpty && register.survivors.allSatisfy { $0.value == [1] }
    }

    /// The placement register of `audience`; nil if never written.
    package func placement(in audience: AudienceName) -> Register? {
        placements.first { $0.audience == audience }?.register
    }

    /// Applies one operation on this object.
    ///
    /// - Parameter dot: The operation's origin.
    /// - Parameter carrier: The place of the delta that carries it.
    package mutating func apply(_ operation: Operation, dot: Dot, carrier: Carrier) {
        defer { if withdrawn.containsSorted(dot) { withdraw(dot) } }
        switch operation {
        case .create(let creation):
            create(creation, dot: dot, carrier: carrier)
        case .write(let write):
            let survivor = Register.Survivor(dot: dot, carrier: carrier, value: write.value)
            edit(write.field) { $0.write(survivor, replacing: write.replaces) }
        case .add(let addition):
            noteSetsChanged(at: carrier.stamp)
            edit(addition.field) { $0.add(.init(element: addition.element, dot: dot)) }
        case .remove(let removal):
            noteSetsChanged(at: carrier.stamp)
            edit(removal.field) { $0.remove(removal.element, dots: removal.dots) }
        case .withdraw(let withdrawal):
            for named in withdrawal.dots { withdraw(named) }
        case .place(let placement):
            let value: [UInt8] = placement.isIn ? [1] : [0]
            let survivor = Register.Survivor(dot: dot, carrier: carrier, value: value)
            place(placement.audience, survivor, replacing: placement.replaces)
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .unknown:
            preconditionFailure("an operation on objects")
        }
    }

    /// Records that a set was changed at `stamp`; an older stamp changes nothing.
    package mutating func noteSetsChanged(at stamp: HybridTime) {
        setsChanged = max(setsChanged ?? stamp, stamp)
    }

    private mutating func create(_ creation: Creation, dot: Dot, carrier: Carrier) {
        let kind = Register.Survivor(dot: dot, carrier: carrier, value: [creation.kind])
        var register = Register(survivors: creations, replaced: [])
        register.write(kind, replacing: [])
        creations = register.survivors
        for value in creation.values {
            let survivor = Register.Survivor(dot: dot, carrier: carrier, value: value.value)
            edit(value.field) { (register: inout Register) in
                register.write(survivor, replacing: [])
            }
        }
        for elements in creation.elements {
            edit(elements.field) { (set: inout ObservedRemoveSet) in
                for element in elements.elements { set.add(.init(element: element, dot: dot)) }
            }
        }
    }

    private mutating func withdraw(_ dot: Dot) {
        withdrawn.insertSorted(dot)
        creations.removeAll { $0.dot == dot }
        for index in registers.indices { registers[index].register.forget(dot) }
        for index in sets.indices { sets[index].set.forget(dot) }
    }

    private mutating func edit(_ field: Field, _ change: (inout Register) -> Void) {
        let index = registers.firstIndex { $0.field >= field } ?? registers.count
        if index == registers.count || registers[index].field != field {
            registers.insert((field, Register()), at: index)
        }
        change(&registers[index].register)
    }

    private mutating func edit(_ field: Field, _ change: (inout ObservedRemoveSet) -> Void) {
        let index = sets.firstIndex { $0.field >= field } ?? sets.count
        if index == sets.count || sets[index].field != field {
            sets.insert((field, ObservedRemoveSet()), at: index)
        }
        change(&sets[index].set)
    }

    private mutating func place(
        _ audience: AudienceName, _ survivor: Register.Survivor, replacing dots: [Dot]
    ) {
        let index = placements.firstIndex { $0.audience >= audience } ?? placements.count
        if index == placements.count || placements[index].audience != audience {
            placements.insert((audience, Register()), at: index)
        }
        placements[index].register.write(survivor, replacing: dots)
    }

    /// Whether everything but the placements equals `other`.
    package func differsOnlyInPlace(from other: ObjectState) -> Bool {
        var moved = other
        moved.placements = placements
        return self == moved
    }

    package static func == (left: ObjectState, right: ObjectState) -> Bool {
        left.creations == right.creations && left.withdrawn == right.withdrawn
            && left.registers.elementsEqual(right.registers, by: ==)
            && left.sets.elementsEqual(right.sets, by: ==)
            && left.placements.elementsEqual(right.placements, by: ==)
            && left.setsChanged == right.setsChanged
    }
}
