import CRDT
import Primitives

/// One operation at one place of the log.
struct Written: Equatable, Sendable {
    let operation: Operation
    let dot: Dot
    let carrier: Carrier
}

/// The writes of three people to one object, with syncs now and then.
struct History {
    private(set) var written: [Written] = []
    private var dice: Dice
    private var states = [ObjectState](repeating: ObjectState(), count: 3)
    private var known = [Set<Int>](repeating: [], count: 3)
    private var stamp: UInt64 = HybridTime.day

    init(seed: UInt64, steps: Int) {
        dice = Dice(seed: seed)
        for _ in 0..<steps {
            let who = dice.roll(below: 3)
            if dice.roll(below: 3) == 0 { hear(who) } else { write(who) }
        }
    }

    /// Returns all operations in random order, some more than once.
    func shuffled(seed: UInt64) -> [Written] {
        var dice = Dice(seed: seed)
        let again = written.filter { _ in dice.roll(below: 3) == 0 }
        return dice.shuffle(written + again)
    }

    private mutating func hear(_ who: Int) {
        for index in written.indices where dice.roll(below: 2) == 0 { take(index, by: who) }
    }

    private mutating func take(_ index: Int, by who: Int) {
        guard known[who].insert(index).inserted else { return }
        let entry = written[index]
        states[who].apply(entry.operation, dot: entry.dot, carrier: entry.carrier)
    }

    private mutating func write(_ who: Int) {
        stamp += UInt64(dice.roll(below: 2))
        let carrier = Carrier(chain: .person(who), stamp: HybridTime(rawValue: stamp))
        if !written.isEmpty, dice.roll(below: 6) == 0 {
            // Written again at another place, with its origin.
            let old = written[dice.roll(below: written.count)]
            written.append(Written(operation: old.operation, dot: old.dot, carrier: carrier))
        } else {
            let dot = Dot.position(
                chain: .person(who), sequence: UInt64(written.count), index: 0)
            written.append(Written(operation: operation(by: who), dot: dot, carrier: carrier))
        }
        take(written.count - 1, by: who)
    }

    private mutating func operation(by who: Int) -> Operation {
        let state = states[who]
        switch dice.roll(below: 9) {
        case 0, 1:
            return .create(
                Creation(
                    kind: 1, values: [FieldValue(.title, [UInt8(dice.roll(below: 3))])],
                    elements: [FieldElements(.tags, [[1], [2]])]))
        case 2, 3:
            let field: Field = dice.roll(below: 3) == 0 ? .deletion : .title
            let value: [UInt8] = field == .deletion ? [1] : [UInt8(dice.roll(below: 5))]
            return .write(
                FieldWrite(
                    object: .object, field: field, value: value,
                    replaces: state.register(field)?.dots ?? []))
        case 4, 5:
            return .add(
                ElementAddition(
                    object: .object, field: .tags, element: [UInt8(dice.roll(below: 4))]))
        case 6:
            let element = [UInt8(dice.roll(below: 4))]
            return .remove(
                ElementRemoval(
                    object: .object, field: .tags, element: element,
                    dots: state.set(.tags)?.dots(of: element) ?? []))
        case 7:
            return .withdraw(
                Withdrawal(object: .object, dots: state.creations.map(\.dot)))
        default:
            return .place(
                Placement(
                    object: .object, audience: AudienceName(2), isIn: dice.roll(below: 2) == 0,
                    replaces: state.placement(in: AudienceName(2))?.dots ?? []))
        }
    }
}

extension ObjectState {
    /// Folds `written` in this order.
    init(folding written: some Sequence<Written>) {
        self.init()
        for entry in written { apply(entry.operation, dot: entry.dot, carrier: entry.carrier) }
    }
}

extension ChainID {
    /// Returns the chain of ana (0), ben (1) or cleo (2).
    static func person(_ number: Int) -> ChainID {
        ChainID(Bytes16(high: UInt64(number) + 1, low: 0))
    }
}

extension Dot {
    /// Returns the dot of the first operation of delta `sequence` of a person's chain.
    static func of(_ person: Int, _ sequence: UInt64) -> Dot {
        .position(chain: .person(person), sequence: sequence, index: 0)
    }
}

extension Carrier {
    /// Returns a place in a person's chain.
    static func of(_ person: Int, at ticks: UInt64) -> Carrier {
        Carrier(chain: .person(person), stamp: HybridTime(rawValue: HybridTime.day + ticks))
    }
}

extension Field {
    static let title = Field(2)
    static let tags = Field(5)
}

extension ObjectRef {
    static let object = ObjectRef.creation(.of(0, 0))
}

extension HybridTime {
    /// A day in 2026.
    static let day: UInt64 = 1_780_000_000_000 << 16
}
