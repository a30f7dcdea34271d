import CRDT
import Domain
import Primitives
import Wire

/// What an own copy says that this device wrote before it was set back, and home knows nothing of.
///
/// A copy does not tell what at home it was derived from. So it is told by what does not fit: of all that home
/// knows the names in the copy can be computed, and what has none of these names was derived from what is lost.
/// Of two values the later one wins, as of any two writes that do not know of each other.
/// - Law: once `home` is written and the copy placed anew, nothing is left (`SetBackTests`).
struct RegainedCopy {
    /// What is to be written at home, in order.
    private(set) var home: [Operation] = []
    /// What shows in the copy by what is lost: sorted. It goes with the copy.
    private(set) var foreign: [Dot] = []
    /// The copy was taken out: withdrawn, or gone from the trash meanwhile, which no copy tells.
    private(set) var isWithdrawn = false

    private let row: ObjectRow
    private let there: ObjectState
    private let object: ObjectRef

    /// - Parameters:
    ///   - row: what is at home.
    ///   - there: its copy in the audience called `name`.
    ///   - lost: the operations of the copy that may be of what is lost.
    ///   - difference: what the copy differs by from home.
    ///   - isNew: whether this run of the device has written what has this dot at home.
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

    // It is placed at home, and every name by which it could show was withdrawn by what is lost.
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

    // It was placed, or placed anew, after the backup. Returns false if home has said otherwise since.
    private mutating func enters(
        _ name: AudienceName, by creation: Register.Survivor, _ difference: CopyDifference
    ) -> Bool {
        let register = row.state.placement(in: name)
        let isPlaced = row.state.isPlaced(in: name)
        // Placed at home, and every name by which it could show is used up by what is lost.
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

    // A copy that was made whole says of each field what it was then, also that it was empty.
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

    // What was taken out of the copy one by one.
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

    // What a copy that was made whole does not have any more.
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
