import Primitives

/// Something that will happen in the simulated world, by number so that it can be dropped when its
/// subject is gone.
enum Happening: Equatable {
    /// A node takes in what waits in its inbox.
    case step(node: Int)
    /// The deadline that a node's engine named; only the newest generation counts.
    case wake(node: Int, generation: Int)
    /// A dialled link reaches the host at its other end.
    case knock(link: Int)
    /// What the dialler hears of it.
    case dialled(link: Int, why: String?)
    /// Bytes may have come to `end` of a link.
    case arrival(link: Int, end: Int)
    /// An end of a link hears that it is gone.
    case ended(link: Int, end: Int)
    /// A kind of fault is due once more.
    case fault(kind: FaultKind)
    /// A fault that lasts is over.
    case relief(number: Int)
    /// A person does something.
    case act(node: Int)
    /// A person does something in a group.
    case actInGroup(node: Int)
    /// The text of an invitation reaches whom it is for.
    case join(node: Int, errand: Int)
    /// One of two persons adds the other.
    case befriend(node: Int, other: Int)
    /// A person ends a friendship.
    case quarrel(node: Int)
    /// A further machine of somebody's is to join.
    case pair(machine: Int)
    /// A machine is lost, and is to be revoked.
    case lose
    /// The attacker tries again.
    case attack
    /// A node of a later version writes what no other knows.
    case foresee(node: Int)
    /// A hostile node does something of its own accord.
    case mischief(node: Int)
    /// Whether anything has left over a link of which one end reads nothing.
    case watch(link: Int)
    /// Who carries files comes.
    case carry
    /// A machine looks into the directory that is carried, in this life.
    case look(node: Int, life: Int)
    /// What came of a deed with carried files is known.
    case carried(number: Int)
    /// Something that was written down happens again.
    case choice(number: Int)
}

/// What is to happen, by time; of two at one moment the one that was added first.
struct Schedule {
    private struct Entry {
        let at: Instant
        let order: UInt64
        let happening: Happening

        func isBefore(_ other: Entry) -> Bool {
            (at, order) < (other.at, other.order)
        }
    }

    // A binary heap: every entry is before its two children.
    private var heap: [Entry] = []
    private var added: UInt64 = 0

    /// When the next thing happens; nil for never.
    var nextAt: Instant? { heap.first?.at }

    /// Adds something at a moment that is not over.
    mutating func add(_ happening: Happening, at moment: Instant) {
        added += 1
        heap.append(Entry(at: moment, order: added, happening: happening))
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes out what happens next.
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
