import CRDT
import Laws
import Primitives
import Testing

@testable import Store

/// Tests what may become dead in a chain, against a fold of everything.
@Suite struct BurialTests {
    @Test(arguments: LawSeeds.seeds(40, soak: 200))
    func `the living deltas after a burial show the same as all deltas`(seed: UInt64) {
        var log = ChanceLog(seed: seed)
        for _ in 0..<40 { log.write() }
        let before = log.shown(log.deltas.flatMap { log.carried($0) })

        for round in 0..<4 {
            let burial = log.burial(mayRewrite: true)
            log.bury(burial)
            #expect(
                log.shown(log.deltas.flatMap { log.carried($0) }) == before, "round \(round)")
            var dice = Dice(seed: seed + UInt64(round))
            #expect(
                log.shown(dice.shuffle(log.deltas.flatMap { log.carried($0) })) == before)
        }
    }

    @Test(arguments: LawSeeds.seeds(40, soak: 200))
    func `nothing dead comes back to who still holds some of it`(seed: UInt64) {
        var log = ChanceLog(seed: seed)
        for _ in 0..<40 { log.write() }
        let all = log.deltas
        let before = log.shown(all.flatMap { log.carried($0) })
        log.bury(log.burial(mayRewrite: true))
        let living = log.deltas

        // A replica that has not received it holds a beginning of the chain; what it lacks is what
        // lives.
        for length in all.indices {
            let old = all[...length].filter { delta in
                !log.dead.contains(delta.sequence)
            }
            let held = living.filter { delta in !old.contains { $0.sequence == delta.sequence } }
            #expect(log.shown((old + held).flatMap { log.carried($0) }) == before)
        }
    }

    @Test func `withdrawn deltas die, their withdrawal one round later`() {
        var log = ChanceLog(seed: 1)
        log.append([.create(log.creation(0))], [log.dot(0)])
        log.append(
            [.withdraw(Withdrawal(object: .id(log.object), dots: [log.dot(0)]))], [log.dot(0)])

        log.bury(log.burial(mayRewrite: true))
        #expect(log.dead == [0])
        log.append([.unknown(kind: 100, body: [])], [log.dot(9)])
        log.bury(log.burial(mayRewrite: true))

        #expect(log.dead == [0, 1])
    }

    @Test func `without the right to write again what has living neighbours stays`() {
        var log = ChanceLog(seed: 1)
        log.append([.create(log.creation(0)), .create(log.creation(1))], [log.dot(0), log.dot(1)])
        log.append(
            [.withdraw(Withdrawal(object: .id(log.object), dots: [log.dot(0)]))], [log.dot(0)])

        #expect(log.burial(mayRewrite: false).dead.isEmpty)
        let burial = log.burial(mayRewrite: true)
        // What is rewritten follows the withdrawal, which is no longer the last.
        #expect(burial.dead == [0, 1])
        #expect(burial.rewritten.map(\.origin) == [log.dot(1)])
    }

    @Test func `a delta that names dots stays while another device may carry them`() {
        var log = ChanceLog(seed: 1)
        log.append([.create(log.creation(0))], [log.dot(0)])
        log.append(
            [.withdraw(Withdrawal(object: .id(log.object), dots: [log.dot(0)]))], [log.dot(0)])
        log.append([.unknown(kind: 100, body: [])], [log.dot(9)])

        #expect(log.burial(mayRewrite: true).dead == [0, 1])
        #expect(log.burial(mayRewrite: true, isElsewhere: true).dead == [0])
        #expect(log.burial(mayRewrite: true, seen: 1).dead == [0])
        #expect(log.burial(mayRewrite: true, seen: 2).dead == [0, 1])
    }
}

/// A random chain about one object, whose dots are derived like those of copies.
private struct ChanceLog {
    var deltas: [(sequence: UInt64, operations: [OriginedOperation])] = []
    var dead: [UInt64] = []
    let object = ObjectID(Bytes16(high: 1, low: 1))
    private let chain = ChainID(Bytes16(high: 7, low: 7))
    private var dice: Dice
    private var dots: UInt64 = 0
    private var length: UInt64 = 0

    init(seed: UInt64) { dice = Dice(seed: seed) }

    func dot(_ number: UInt64) -> Dot { .derived(Bytes24(words: (0, 0, number))) }

    func creation(_ word: UInt8) -> Creation {
        Creation(
            kind: 1, id: object, values: [FieldValue(Field(2), [word + 1])],
            elements: [FieldElements(Field(5), [[word + 1]])])
    }

    mutating func append(_ operations: [Operation], _ origins: [Dot]) {
        deltas.append(
            (length, zip(origins, operations).map { OriginedOperation(origin: $0, $1) }))
        length += 1
    }

    /// Writes a delta of one to four operations that know everything before.
    mutating func write() {
        var operations: [Operation] = []
        var origins: [Dot] = []
        let state = self.state(deltas.flatMap { carried($0) })
        for _ in 0...dice.roll(below: 4) {
            dots += 1
            origins.append(dot(dots))
            operations.append(operation(on: state))
        }
        append(operations, origins)
    }

    private mutating func operation(on state: ObjectState) -> Operation {
        let word = UInt8(dice.roll(below: 5))
        let object = ObjectRef.id(object)
        switch dice.roll(below: 6) {
        case 0: return .create(creation(word))
        case 1, 2:
            let known = state.register(Field(2))?.dots ?? []
            return .write(
                FieldWrite(object: object, field: Field(2), value: [word], replaces: known))
        case 3: return .add(ElementAddition(object: object, field: Field(5), element: [word]))
        case 4:
            let known = state.set(Field(5))?.dots(of: [word + 1]).sorted() ?? []
            return .remove(
                ElementRemoval(object: object, field: Field(5), element: [word + 1], dots: known))
        default:
            let known = state.creations.map(\.dot).prefix(1)
            return .withdraw(Withdrawal(object: object, dots: Array(known)))
        }
    }

    typealias Carried = (operation: Operation, dot: Dot, carrier: Carrier, place: Burial.Place)

    func carried(
        _ delta: (sequence: UInt64, operations: [OriginedOperation])
    ) -> [Carried] {
        let carrier = Carrier(chain: chain, stamp: HybridTime(rawValue: delta.sequence + 1))
        return delta.operations.enumerated().compactMap { index, entry in
            guard let origin = entry.origin else { return nil }
            if case .unknown = entry.operation { return nil }
            let place = Burial.Place(sequence: delta.sequence, index: index)
            return (entry.operation, origin, carrier, place)
        }
    }

    private func state(_ all: [Carried]) -> ObjectState {
        var state = ObjectState()
        for one in all { state.apply(one.operation, dot: one.dot, carrier: one.carrier) }
        return state
    }

    /// Returns what is visible, and by which origins.
    func shown(_ all: [Carried]) -> [String] {
        let state = state(all)
        let values = state.registers.flatMap { $0.register.survivors }
        return state.creations.map { "made \($0.dot)" } + values.map { "\($0.value) \($0.dot)" }
            + state.sets.flatMap { $0.set.additions }.map { "\($0.element) \($0.dot)" }
    }

    func burial(
        mayRewrite: Bool, isElsewhere: Bool = false, seen: UInt64 = .max
    ) -> Burial {
        let all = deltas.flatMap { carried($0) }
        let state = state(all)
        var carriers: [Dot: Burial.Carriers] = [:]
        for one in all {
            switch one.operation {
            case .create, .write, .add:
                carriers[one.dot, default: .init()].here.append(one.place)
                carriers[one.dot, default: .init()].isElsewhere = isElsewhere
            default: continue
            }
        }
        let entries = deltas.map { delta in
            (
                delta.sequence,
                delta.operations.map { entry in
                    Burial.Entry(
                        operation: entry,
                        isOver: entry.origin.map { state.isOver(entry.operation, dot: $0) }
                            ?? false,
                        named: entry.operation.named, isMovable: true)
                }
            )
        }
        return Burial(
            deltas: entries.map { (sequence: $0.0, entries: $0.1) }, carriers: carriers, seen: seen,
            last: length - 1, mayRewrite: mayRewrite)
    }

    mutating func bury(_ burial: Burial) {
        dead += burial.dead
        deltas.removeAll { burial.dead.contains($0.sequence) }
        if !burial.rewritten.isEmpty {
            deltas.append((length, burial.rewritten))
            length += 1
        }
    }
}
