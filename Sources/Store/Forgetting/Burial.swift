import CRDT

/// Which deltas of one chain can be declared dead: a function of what they say and of what stands.
///
/// A delta dies if something that it says is over and everything else that it says can be written
/// again into the same chain. What names dots, so as to end what they wrote, goes only where
/// nothing that lives carries those any more, as far as the devices that could carry them have
/// said: else what it ended could come back.
struct Burial {
    /// An operation of a delta that may die.
    struct Entry {
        let operation: OriginedOperation
        /// Its effect is over, by itself or because others ended it.
        let isOver: Bool
        /// What it ends.
        let named: [Dot]
        /// It may be written again: it says the same wherever it stands in its chain.
        let isMovable: Bool
    }

    /// Where an operation stands in the chain.
    struct Place: Hashable {
        let sequence: UInt64
        let index: Int
    }

    /// Where a dot is carried by what counts: places in this chain, and whether elsewhere too.
    struct Carriers {
        var here: [Place] = []
        var isElsewhere = false
        /// How much of this chain was known to who declared it dead in the chain where it was made.
        var seen = UInt64.max
    }

    /// What dies, rising; and what has to be written again.
    private(set) var dead: [UInt64] = []
    private(set) var rewritten: [OriginedOperation] = []

    private let deltas: [(sequence: UInt64, entries: [Entry])]
    private let carriers: [Dot: Carriers]
    private let seen: UInt64
    private let mayRewrite: Bool

    /// - Parameter deltas: what may die.
    /// - Parameter carriers: of everything that they name.
    /// - Parameter seen: what names dots is known to all who could carry these if it stands before.
    /// - Parameter last: the chain's last place: unless something is written behind it, it stays,
    ///   so that what follows is tied to something that lives.
    /// - Parameter mayRewrite: the chain is the one that is written just now.
    init(
        deltas: [(sequence: UInt64, entries: [Entry])], carriers: [Dot: Carriers], seen: UInt64,
        last: UInt64, mayRewrite: Bool
    ) {
        self.deltas = deltas.sorted { $0.sequence < $1.sequence }
        self.carriers = carriers
        self.seen = seen
        self.mayRewrite = mayRewrite
        var dying = Set(deltas.map(\.sequence))
        settle(&dying)
        if rewritten.isEmpty, dying.contains(last) {
            dying.remove(last)
            settle(&dying)
        }
        dead = dying.sorted()
    }

    // Takes out what may not die until nothing changes: fewer that die never let another die.
    private mutating func settle(_ dying: inout Set<UInt64>) {
        var gone: Set<Place> = []
        for (sequence, entries) in deltas where dying.contains(sequence) {
            for (index, entry) in entries.enumerated() where entry.isOver {
                gone.insert(Place(sequence: sequence, index: index))
            }
        }
        var count: Int
        repeat {
            count = dying.count + gone.count
            rewritten = []
            for (sequence, entries) in deltas where dying.contains(sequence) {
                judge(entries, at: sequence, &gone, &dying)
            }
        } while dying.count + gone.count < count
    }

    private mutating func judge(
        _ entries: [Entry], at sequence: UInt64, _ gone: inout Set<Place>,
        _ dying: inout Set<UInt64>
    ) {
        var rest: [Entry] = []
        // To write everything else again is worth it where text goes, not where it only was ended.
        var isWorth = false
        for (index, entry) in entries.enumerated() {
            let place = Place(sequence: sequence, index: index)
            if gone.contains(place), !isUnnamed(entry, at: sequence, gone) { gone.remove(place) }
            if gone.contains(place) {
                isWorth = isWorth || entry.operation.operation.hasText
            } else {
                rest.append(entry)
            }
        }
        if rest.isEmpty { return }
        if isWorth, mayRewrite, rest.allSatisfy(\.isMovable) {
            rewritten += rest.map(\.operation)
        } else {
            dying.remove(sequence)
            for index in entries.indices { gone.remove(Place(sequence: sequence, index: index)) }
        }
    }

    // Nothing that it names is carried by what stays.
    private func isUnnamed(_ entry: Entry, at sequence: UInt64, _ gone: Set<Place>) -> Bool {
        guard !entry.named.isEmpty else { return true }
        return sequence < seen
            && entry.named.allSatisfy { dot in
                guard let carriers = carriers[dot] else { return true }
                return !carriers.isElsewhere && sequence < carriers.seen
                    && carriers.here.allSatisfy(gone.contains)
            }
    }
}

extension Operation {
    /// It says something that a person wrote, and not only that something ended.
    fileprivate var hasText: Bool {
        switch self {
        case .create, .add, .remove: return true
        case .write(let write): return write.field != .deletion && !write.value.isEmpty
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .withdraw,
            .place, .unknown:
            return false
        }
    }
}
