import Primitives

/// An event that will happen in the simulated world. It names its subject by number, so it can be
/// dropped when the subject is gone.
enum Happening: Equatable {
    /// A node processes its inbox.
    case step(node: Int)
    /// The deadline that a node's engine named; only the newest generation counts.
    case wake(node: Int, generation: Int)
    /// A dialled link reaches the host at its other end.
    case knock(link: Int)
    /// The dialler learns the outcome of a dial.
    case dialled(link: Int, why: String?)
    /// Bytes may have arrived at `end` of a link.
    case arrival(link: Int, end: Int)
    /// An end of a link learns that it is gone.
    case ended(link: Int, end: Int)
    /// A kind of fault is due again.
    case fault(kind: FaultKind)
    /// A lasting fault ends.
    case relief(number: Int)
    /// A person does something.
    case act(node: Int)
    /// A person does something in a group.
    case actInGroup(node: Int)
    /// The text of an invitation reaches its recipient.
    case join(node: Int, errand: Int)
    /// One of two persons adds the other.
    case befriend(node: Int, other: Int)
    /// A person ends a friendship.
    case quarrel(node: Int)
    /// A further device of a person joins.
    case pair(machine: Int)
    /// A device is lost and is to be revoked.
    case lose
    /// The attacker tries again.
    case attack
    /// A node of a later version writes what no other node knows.
    case foresee(node: Int)
    /// A hostile node acts of its own accord.
    case mischief(node: Int)
    /// Checks whether anything has left over a link of which one end reads nothing.
    case watch(link: Int)
    /// The carrier of files comes.
    case carry
    /// A node scans the carried directory, in this life.
    case look(node: Int, life: Int)
    /// The outcome of a deed with carried files is known.
    case carried(number: Int)
    /// A recorded choice is replayed.
    case choice(number: Int)
}

/// The events to come, by time; events of one moment are in insertion order.
struct Schedule {
    private struct Entry {
        let at: Instant
        let order: UInt64
        let happening: Happening

        func isBefore(_ other: Entry) -> Bool {
            (at, order) < (other.at, other.order)
        }
    }

    // A binary heap: every entry precedes its two children.
    private var heap: [Entry] = []
    private var added: UInt64 = 0

    /// When the next event happens; nil for never.
    var nextAt: Instant? { heap.first?.at }

    /// Adds an event at a moment that is not past.
    mutating func add(_ happening: Happening, at moment: Instant) {
        added += 1
        heap.append(Entry(at: moment, order: added, happening: happening))
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the next event.
    mutating func take() -> Happening? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first.happening }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[least]) {
                least = child
            }
            guard least != parent else { return first.happening }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
