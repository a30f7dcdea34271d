import CRDT
import Domain
import Primitives
import Wire

/// Operations in an own copy that this device wrote before it was set back and that home does not know.
///
/// A copy does not say which operation at home it derives from. But the names in the copy of everything
/// that home knows can be computed, so an operation with none of these names derives from lost data. Of
/// two values the later one wins, as with any concurrent writes.
/// - Law: once `home` is written and the copy placed again, nothing is left (`SetBackTests`).
struct RegainedCopy {
    /// The operations to write at home, in order.
    private(set) var home: [Operation] = []
    /// The dots, sorted, that show in the copy and derive from lost data. They end with the copy.
    private(set) var foreign: [Dot] = []
    /// Whether the copy was removed: withdrawn, or erased from the trash meanwhile, which a copy does not
    /// show.
    private(set) var isWithdrawn = false

    private let row: ObjectRow
    private let there: ObjectState
    private let object: ObjectRef

    /// Compares a copy with home.
    ///
    /// - Parameters:
    ///   - row: the object at home.
    ///   - there: its copy in the audience called `name`.
    ///   - lost: the operations of the copy that may derive from lost data.
    ///   - difference: the difference between copy and home.
    ///   - isNew: whether the current incarnation of the device has written the operation with this dot
    ///     at home.
    init?(
        of row: ObjectRow, _ there: ObjectState, in name: AudienceName, by lost: [Store.Carried],
        _ difference: CopyDifference, isNew: (Dot) throws(StorageError) -> Bool
    ) throws(StorageError) {
        guard !lost.isEmpty, row.state.exists, let object = row.home else { return nil }
        self.row = row
        self.there = there
        self.object = object
        foreign = difference.foreign(by: lost)
        let left = Set(foreign)
        guard try leaves(name, by: lost, difference) == false else { return }
        let creation = there.creations.first { left.contains($0.dot) }
        if let creation {
            guard enters(name, by: creation, difference) else { return }
        }
        takeValues(left, wholeAt: creation?.carrier.stamp)
        takeElements(left)
        if creation == nil {
            takeRemovals(by: lost, difference)
        } else {
            for (field, set) in row.state.sets where !Schema.isPersonal(field) {
                try takeRemovals(of: field, set, isNew)
            }
        }
    }

    // MARK: The whole

    // Handles a thing that is placed at home while lost operations withdrew every name by which it could
    // show.
    private mutating func leaves(
        _ name: AudienceName, by lost: [Store.Carried], _ difference: CopyDifference
    ) throws(StorageError) -> Bool {
        guard let register = row.state.placement(in: name), row.state.isPlaced(in: name),
            difference.current == nil, !there.exists
        else { return false }
        var withdrawn: Set<Dot> = []
        for carried in lost {
            if case .withdraw(let withdrawal) = carried.operation {
                withdrawn.formUnion(withdrawal.dots)
            }
        }
        let isByLost = row.state.creations.contains { creation in
            difference.names.prefix(register.survivors.count).contains {
                withdrawn.contains($0.copy(creation.dot))
            }
        }
        guard isByLost else { return false }
        isWithdrawn = true
        home.append(
            .place(
                Placement(object: object, audience: name, isIn: false, replaces: register.dots)))
        return true
    }

    // Handles a copy that was placed, or placed again, after the backup. Returns false if home has a
    // later decision.
    private mutating func enters(
        _ name: AudienceName, by creation: Register.Survivor, _ difference: CopyDifference
    ) -> Bool {
        let register = row.state.placement(in: name)
        let isPlaced = row.state.isPlaced(in: name)
        // It is placed at home, and lost operations have used up every name by which it could show.
        if !isPlaced || difference.current == nil {
            if !isPlaced, let said = register?.shown,
                said.carrier.stamp > creation.carrier.stamp
            {
                return false
            }
            home.append(
                .place(
                    Placement(
                        object: object, audience: name, isIn: true,
                        replaces: register?.dots ?? [])))
        }
        if let deletion = row.state.register(.deletion), let said = deletion.shown,
            !said.value.isEmpty
        {
            guard said.carrier.stamp < creation.carrier.stamp else { return false }
            write(.deletion, [], over: deletion)
        }
        return true
    }

    // MARK: Values

    // A copy that was created as a whole has every field's value at that time, including empty ones.
    private mutating func takeValues(_ left: Set<Dot>, wholeAt stamp: HybridTime?) {
        for (field, register) in there.registers where !Schema.isPersonal(field) {
            guard let shown = register.shown, left.contains(shown.dot) else { continue }
            take(shown.value, of: field, from: shown.carrier.stamp)
        }
        guard let stamp else { return }
        for (field, register) in row.state.registers
        where !Schema.isPersonal(field) && field != .deletion {
            guard register.shown?.value.isEmpty == false, there.register(field)?.shown == nil else {
                continue
            }
            take([], of: field, from: stamp)
        }
    }

    private mutating func take(_ value: [UInt8], of field: Field, from stamp: HybridTime) {
        let known = row.state.register(field) ?? Register()
        guard (known.shown?.value ?? []) != value else { return }
        if let said = known.shown, said.carrier.stamp > stamp { return }
        write(field, value, over: known)
    }

    private mutating func write(_ field: Field, _ value: [UInt8], over register: Register) {
        home.append(
            .write(
                FieldWrite(object: object, field: field, value: value, replaces: register.dots)))
    }

    // MARK: Sets

    private mutating func takeElements(_ left: Set<Dot>) {
        for (field, set) in there.sets where !Schema.isPersonal(field) {
            let known = row.state.set(field)?.elements ?? []
            var added: Set<[UInt8]> = []
            for addition in set.additions where left.contains(addition.dot) {
                guard !known.contains(addition.element), added.insert(addition.element).inserted
                else { continue }
                home.append(
                    .add(ElementAddition(object: object, field: field, element: addition.element)))
            }
        }
    }

    // Takes over elements that were removed from the copy one by one.
    private mutating func takeRemovals(by lost: [Store.Carried], _ difference: CopyDifference) {
        guard let current = difference.current else { return }
        for (field, set) in row.state.sets where !Schema.isPersonal(field) {
            var gone: Set<ObservedRemoveSet.Addition> = []
            for carried in lost {
                guard case .remove(let removal) = carried.operation, removal.field == field else {
                    continue
                }
                for dot in removal.dots {
                    gone.insert(ObservedRemoveSet.Addition(element: removal.element, dot: dot))
                }
            }
            guard !gone.isEmpty else { continue }
            let taken = set.additions.filter { addition in
                let copy = current.copy(addition.dot)
                return gone.contains(
                    ObservedRemoveSet.Addition(element: addition.element, dot: copy))
            }
            remove(field, taken)
        }
    }

    // Takes over the absence of elements from a copy that was created as a whole.
    private mutating func takeRemovals(
        of field: Field, _ set: ObservedRemoveSet, _ isNew: (Dot) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let shown = there.set(field)?.elements ?? []
        var gone: [ObservedRemoveSet.Addition] = []
        for addition in set.additions where !shown.contains(addition.element) {
            if try isNew(addition.dot) == false { gone.append(addition) }
        }
        remove(field, gone)
    }

    private mutating func remove(_ field: Field, _ additions: [ObservedRemoveSet.Addition]) {
        var removed: Set<[UInt8]> = []
        for addition in additions where removed.insert(addition.element).inserted {
            let dots = additions.filter { $0.element == addition.element }.map(\.dot)
            home.append(
                .remove(
                    ElementRemoval(
                        object: object, field: field, element: addition.element,
                        dots: dots.sorted())))
        }
    }
}
