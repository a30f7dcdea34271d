import CRDT

/// Decides which deltas of one chain can be declared dead: a pure function of their operations and of the current
/// state.
///
/// A delta dies if one of its operations is over and all its other operations can be rewritten into the same chain.
/// An operation that names dots, to end what they wrote, may go only when nothing living carries those dots any more,
/// as far as the devices that could carry them have reported. Otherwise what it ended could come back.
///
/// Operations on a thing at home go only with the creations of that thing, or after them. So the checkpoint that
/// declares the creation dead is the end of the whole thing, and until then nothing of it is missing.
struct Burial {
    /// An operation of a delta that may die.
    struct Entry {
        let operation: OriginedOperation
        /// Whether it no longer has an effect, by itself or because others ended it.
        let isOver: Bool
        /// The dots that it ends.
        let named: [Dot]
        /// The creations of the thing that it is about, which must go with it or have gone before.
        var creations: [Dot] = []
        /// Whether it may be rewritten, because it means the same anywhere in its chain.
        let isMovable: Bool
    }

    /// The position of an operation in the chain.
    struct Place: Hashable {
        let sequence: UInt64
        let index: Int
    }

    /// The living operations that carry a dot: their positions in this chain, and whether other chains carry it too.
    struct Carriers {
        var here: [Place] = []
        var isElsewhere = false
        /// The length of this chain that was known to those who declared the dot's own chain dead.
        var seen = UInt64.max
    }

    /// The sequences that die, in ascending order, and the operations to rewrite.
    private(set) var dead: [UInt64] = []
    private(set) var rewritten: [OriginedOperation] = []

    private let deltas: [(sequence: UInt64, entries: [Entry])]
    private let carriers: [Dot: Carriers]
    private let seen: UInt64
    private let mayRewrite: Bool

    /// - Parameter deltas: the deltas that may die.
    /// - Parameter carriers: the carriers of every dot that they name.
    /// - Parameter seen: an operation before this position is known to every device that could carry the dots it
    ///   names.
    /// - Parameter last: the last position of the chain. It stays unless something is written after it, so that the
    ///   next delta links to a living one.
    /// - Parameter mayRewrite: whether the chain is the one currently written.
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

    // Removes deltas that may not die until a fixpoint: a smaller set never allows another delta to die.
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
        // Rewriting the rest of a delta is worthwhile only if that removes text, not if it only removes deletions.
        var isWorth = false
        for (index, entry) in entries.enumerated() {
            let place = Place(sequence: sequence, index: index)
            if gone.contains(place), !isUnnamed(entry, at: sequence, gone) || !isUnmade(entry, gone)
            {
                gone.remove(place)
            }
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

    // Whether the thing that it is about goes too, or went before.
    private func isUnmade(_ entry: Entry, _ gone: Set<Place>) -> Bool {
        entry.creations.allSatisfy { dot in
            guard let carriers = carriers[dot] else { return true }
            return !carriers.isElsewhere && carriers.here.allSatisfy(gone.contains)
        }
    }

    // Whether no surviving operation carries what it names.
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
    /// Whether it contains something that a person wrote, rather than only ending something.
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
