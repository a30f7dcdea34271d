import CRDT
import Domain
import Primitives
import Wire

/// What has to be written into an audience so that the copy there shows what stands at home.
///
/// Compared is what home knows with what the copy has ever heard of. Nothing that was replaced,
/// removed or withdrawn there is written again, and what home does not know is not touched there: two
/// devices that have heard different things do not undo each other's work, and once they have heard
/// the same and written it nothing is left.
/// - Law: replicas that write each other's differences come to an end (`CopySettlingTests`).
struct CopyDifference {
    /// The copy itself, where it is not there at all.
    private(set) var creations: [OriginedOperation] = []
    /// What home shows and the copy has never heard of, and the dot at home of which it is a copy.
    private(set) var lacking: [(source: Dot, operation: OriginedOperation)] = []
    /// What ends things that the copy shows and home knows to be gone.
    private(set) var ending: [OriginedOperation] = []

    /// What the copy is named by; nil if there is to be none.
    private(set) var current: CopyNames?
    /// The same of every placement that home knows.
    private(set) var names: [CopyNames] = []
    /// Of several placements at the same time every copy was withdrawn: no name is left by which it
    /// could show.
    private(set) var isNameless = false

    private let row: ObjectRow
    private let there: ObjectState

    /// What the copy of `row` in `audience`, which is `there` now, differs by. Of what home does not
    /// show, and of what is the person's own, nothing is told.
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
            // One that was withdrawn when another placement, gone since, said out stays withdrawn.
            current = placed.first { !isWithdrawn(by: $0) }
            isNameless = current == nil && placed.count > 1
        }
        if let current { compare(by: current) }
        withdrawOthers()
    }

    /// What shows in the copy by these operations and has no name that home knows: sorted.
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

    // Home shows the latest of several concurrent writes, and that one is copied. If copies of others
    // are there too, the time of copying decides which of them shows; then the copy of the one that
    // home shows replaces them. A later write replaces an earlier one, on every device, and never the
    // other way round, so devices do not undo each other's choice.
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
        // One creation adds several: that one of them is there still says nothing of the others.
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

    // Copies by another placement than the current one: two devices have placed it at the same time,
    // or one took out what the other changed.
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

    // Also a whole copy: somebody placed what a device had made that was revoked before, and home,
    // where that counts no more, is nothing. Nobody can speak of a thing whose making has not come.
    private mutating func withdraw(_ ended: Set<Dot>) {
        ending += OriginedOperation.withdrawals(of: ended.sorted(), id: row.id)
    }
}

extension ObjectState {
    /// Of everything that shows, what wrote it.
    var liveDots: [Dot] {
        creations.map(\.dot) + registers.flatMap(\.register.dots)
            + sets.flatMap { $0.set.additions.map(\.dot) }
    }

    /// The same, and what was replaced or removed.
    var knownDots: [Dot] {
        liveDots + registers.flatMap(\.register.replaced)
            + sets.flatMap { $0.set.removed.map(\.dot) }
    }
}
