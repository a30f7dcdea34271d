import CRDT
import Domain
import Primitives
import Wire

/// Computes what must be written into an audience so that the copy there shows what home shows.
///
/// It compares what home knows with everything the copy has ever received. It never repeats what was
/// replaced, removed or withdrawn in the copy, and does not touch what home does not know. So two devices
/// that have received different deltas do not undo each other's work, and once both have received and
/// written the same, no difference is left.
/// - Law: replicas that write each other's differences reach a fixed point (`CopySettlingTests`).
struct CopyDifference {
    /// The creations of the copy, if it does not exist there.
    private(set) var creations: [OriginedOperation] = []
    /// Operations that home shows and the copy has never received, each with its source dot at home.
    private(set) var lacking: [(source: Dot, operation: OriginedOperation)] = []
    /// Operations that end what the copy shows and home knows to be replaced or removed.
    private(set) var ending: [OriginedOperation] = []

    /// The names of the current copy; nil if there should be none.
    private(set) var current: CopyNames?
    /// The names by every placement that home knows.
    private(set) var names: [CopyNames] = []
    /// Whether several concurrent placements survive and the copies of all of them were withdrawn, so
    /// that no name is left by which the copy could show.
    private(set) var isNameless = false

    private let row: ObjectRow
    private let there: ObjectState

    /// Computes how the copy of `row` in `audience`, whose state is `there`, differs from home. Personal fields, and
    /// everything that home does not show, are not copied.
    init(
        of row: ObjectRow, to there: ObjectState, in audience: AudienceName,
        privateSecret: Bytes32
    ) {
        self.row = row
        self.there = there
        guard let register = row.state.placement(in: audience) else { return }
        guard row.state.exists else {
            withdraw(Set(there.liveDots))
            return
        }
        names = (register.dots + register.replaced).map {
            CopyNames(privateSecret: privateSecret, audience: audience, placement: $0)
        }
        if row.state.isPlaced(in: audience) {
            let placed = names.prefix(register.survivors.count)
            // A copy stays withdrawn if it was withdrawn under another placement that said "out", even if
            // that placement is gone now.
            current = placed.first { !isWithdrawn(by: $0) }
            isNameless = current == nil && placed.count > 1
        }
        if let current { compare(by: current) }
        withdrawOthers()
    }

    /// Returns the dots, sorted, that these operations made, that the copy shows, and that no name known
    /// at home explains.
    func foreign(by operations: [Store.Carried]) -> [Dot] {
        let made = Set(operations.map(\.dot))
        var left = Set(there.liveDots.filter(made.contains))
        if !left.isEmpty {
            for source in row.state.knownDots {
                for one in names { left.remove(one.copy(source)) }
            }
        }
        return left.sorted()
    }

    private func isWithdrawn(by names: CopyNames) -> Bool {
        row.state.creations.contains { there.withdrawn.containsSorted(names.copy($0.dot)) }
    }

    private mutating func compare(by names: CopyNames) {
        var made: [Dot] = []
        for creation in row.state.creations {
            let copy = names.copy(creation.dot)
            guard !there.creations.contains(where: { $0.dot == copy }) else { continue }
            made.append(creation.dot)
            creations.append(
                OriginedOperation(
                    origin: copy, .create(row.creation(by: creation.dot, kind: row.kind))))
        }
        for (field, register) in row.state.registers where !Schema.isPersonal(field) {
            compare(register, of: field, by: names, besides: made)
        }
        for (field, set) in row.state.sets where !Schema.isPersonal(field) {
            compare(set, of: field, by: names, besides: made)
        }
    }

    // Of several concurrent writes home shows the latest, and that one is copied. If copies of the others
    // exist as well, the time of copying decides which one the copy shows; the copy of the value shown at
    // home then replaces them. Only a later write replaces an earlier one, on every device, so devices do
    // not undo each other's choice.
    private mutating func compare(
        _ register: Register, of field: Field, by names: CopyNames, besides made: [Dot]
    ) {
        guard let shown = register.shown else { return }
        let copy = names.copy(shown.dot)
        let known = there.register(field) ?? Register()
        let isKnown =
            made.contains(shown.dot) || known.dots.containsSorted(copy)
            || known.replaced.containsSorted(copy) || there.withdrawn.containsSorted(copy)
        var stale: [Dot] = []
        if known.dots.contains(where: { $0 != copy }) {
            var sources = register.replaced
            if known.shown?.value != shown.value { sources += register.dots }
            for source in sources where source != shown.dot {
                let gone = names.copy(source)
                if known.dots.containsSorted(gone) { stale.insertSorted(gone) }
            }
        }
        let write = OriginedOperation(
            origin: copy,
            .write(
                FieldWrite(
                    object: .id(row.id), field: field, value: shown.value, replaces: stale)))
        if !isKnown {
            lacking.append((shown.dot, write))
        } else if !stale.isEmpty {
            ending.append(write)
        }
    }

    private mutating func compare(
        _ set: ObservedRemoveSet, of field: Field, by names: CopyNames, besides made: [Dot]
    ) {
        let known = there.set(field) ?? ObservedRemoveSet()
        // One creation adds several elements, so the presence of one says nothing about the others.
        var expected: Set<ObservedRemoveSet.Addition> = []
        for addition in set.additions where !made.contains(addition.dot) {
            let copy = names.copy(addition.dot)
            let copied = ObservedRemoveSet.Addition(element: addition.element, dot: copy)
            expected.insert(copied)
            guard !known.additions.contains(copied), !known.removed.contains(copied),
                !there.withdrawn.containsSorted(copy)
            else { continue }
            let add = Operation.add(
                ElementAddition(object: .id(row.id), field: field, element: addition.element))
            lacking.append((addition.dot, OriginedOperation(origin: copy, add)))
        }
        guard known.additions.contains(where: { !expected.contains($0) }) else { return }
        for removed in set.removed {
            let copy = names.copy(removed.dot)
            let gone = ObservedRemoveSet.Addition(element: removed.element, dot: copy)
            guard known.additions.contains(gone) else { continue }
            let remove = Operation.remove(
                ElementRemoval(
                    object: .id(row.id), field: field, element: removed.element, dots: [copy]))
            ending.append(OriginedOperation(origin: copy, remove))
        }
    }

    // Withdraws copies by a placement other than the current one. They exist if two devices placed the
    // object concurrently, or if one removed what another changed.
    private mutating func withdrawOthers() {
        var left = Set(there.liveDots)
        if let current, !left.isEmpty {
            for source in row.state.liveDots { left.remove(current.copy(source)) }
        }
        guard !left.isEmpty else { return }
        var dots: Set<Dot> = []
        let sources = row.state.knownDots
        for placement in names where placement.placement != current?.placement {
            for source in sources {
                let copy = placement.copy(source)
                if left.contains(copy) { dots.insert(copy) }
            }
        }
        withdraw(dots)
    }

    // The whole copy can be meant: somebody placed an object made by a device that was revoked earlier,
    // so home, where the creation is void, has no such object. Nobody can refer to an object whose
    // creation has not come.
    private mutating func withdraw(_ ended: Set<Dot>) {
        ending += OriginedOperation.withdrawals(of: ended.sorted(), id: row.id)
    }
}

extension ObjectState {
    /// The dots of everything that shows.
    var liveDots: [Dot] {
        creations.map(\.dot) + registers.flatMap(\.register.dots)
            + sets.flatMap { $0.set.additions.map(\.dot) }
    }

    /// The dots of everything that shows, was replaced or was removed.
    var knownDots: [Dot] {
        liveDots + registers.flatMap(\.register.replaced)
            + sets.flatMap { $0.set.removed.map(\.dot) }
    }
}
