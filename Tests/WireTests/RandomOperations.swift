import CRDT
import Primitives
import Wire

/// Random operations of all kinds, as a writer may make them.
struct RandomOperations {
    private var dice: Dice
    private let chains: [ChainID]

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        chains = [Place.home, Place.foreign, Place.other]
    }

    mutating func list(upTo most: Int) -> [OriginedOperation] {
        (0...dice.roll(below: most)).map { _ in next() }
    }

    private mutating func next() -> OriginedOperation {
        switch dice.roll(below: 12) {
        case 0: return OperationSamples.all[dice.roll(below: OperationSamples.all.count)].1
        case 1: return OriginedOperation(authority())
        case 2:
            let kind = [0, 14, 31, 32, 64, 127, 128, 142, 255][dice.roll(below: 9)]
            return OriginedOperation(.unknown(kind: UInt8(kind), body: bytes(upTo: 20)))
        case 3, 4, 5: return creation()
        default:
            let origin = dice.roll(below: 4) == 0 ? dot() : nil
            return OriginedOperation(origin: origin, edit())
        }
    }

    private mutating func creation() -> OriginedOperation {
        let isCopy = dice.roll(below: 3) == 0
        var values: [FieldValue] = []
        var elements: [FieldElements] = []
        for number in UInt8(1)..<64 where dice.roll(below: 8) == 0 {
            let field = Field(number)
            if field.isSet {
                let list = (0...dice.roll(below: 4)).map { _ in element() }
                elements.append(FieldElements(field, sorted(list)))
            } else {
                values.append(FieldValue(field, [7] + bytes(upTo: 200)))
            }
        }
        let creation = Creation(
            kind: UInt8(1 + dice.roll(below: 31)), id: isCopy ? id() : nil, values: values,
            elements: elements)
        return OriginedOperation(origin: isCopy ? dot() : nil, .create(creation))
    }

    private mutating func edit() -> Operation {
        let object: ObjectRef = dice.roll(below: 3) == 0 ? .id(id()) : .creation(position())
        let set = Field(UInt8(dice.roll(below: 8) * 8 + 5))
        switch dice.roll(below: 6) {
        case 0, 1:
            let number = UInt8(dice.roll(below: 64))
            let field = Field(number % 8 == 5 ? 0 : number)
            return .write(
                FieldWrite(
                    object: object, field: field, value: bytes(upTo: 90), replaces: dots(object)))
        case 2: return .add(ElementAddition(object: object, field: set, element: element()))
        case 3:
            return .remove(
                ElementRemoval(
                    object: object, field: set, element: element(), dots: dots(object)))
        case 4: return .withdraw(Withdrawal(object: object, dots: dots(object)))
        default:
            return .place(
                Placement(
                    object: object, audience: audience(),
                    isIn: dice.roll(below: 2) == 0, replaces: dots(object)))
        }
    }

    private mutating func audience() -> AudienceName {
        let kind = UInt8(dice.roll(below: 256))
        guard kind >= AudienceName.idsBegin else { return AudienceName(kind) }
        return AudienceName(kind, id: .repeating(UInt8(dice.roll(below: 3))))
    }

    private mutating func authority() -> Operation {
        let lengths = chains.sorted().map { chain in
            ChainLength(chain: chain, length: 1 + dice.next() >> 9, last: .repeating(8))
        }
        switch dice.roll(below: 3) {
        case 0: return .cut(Cut(grant: dice.next(), chains: lengths))
        case 1:
            let role = Grant.Role.allCases[dice.roll(below: 5)]
            let replaced = dice.roll(below: 2) == 0 ? 1 | dice.next() : nil
            return .grant(
                Grant(id: 1 | dice.next(), person: Person.cleo.id, role: role, replaces: replaced))
        default:
            var living: [Checkpoint.Range] = []
            var start = UInt64(dice.roll(below: 3))
            for _ in 0..<dice.roll(below: 4) {
                let end = start + 1 + UInt64(dice.roll(below: 300))
                living.append(
                    .init(start: start, end: end, previous: .repeating(1), last: .repeating(2)))
                start = end + 1 + UInt64(dice.roll(below: 300))
            }
            let seen = lengths.map { Frontier.Entry(chain: $0.chain, length: $0.length) }
            return .checkpoint(
                Checkpoint(chain: Place.home, living: living, length: start + 5, seen: seen))
        }
    }

    private mutating func dots(_ object: ObjectRef) -> [Dot] {
        var dots = (0..<dice.roll(below: 4)).map { _ in dot() }
        if case .creation(let named) = object, dice.roll(below: 2) == 0 { dots.append(named) }
        return dots.sorted().reduce(into: []) { unique, dot in
            if unique.last != dot { unique.append(dot) }
        }
    }

    private mutating func dot() -> Dot {
        guard dice.roll(below: 4) == 0 else { return position() }
        return .derived(Bytes24(words: (dice.next(), dice.next(), dice.next())))
    }

    private mutating func position() -> Dot {
        let chain = chains[dice.roll(below: 3)]
        let sequence = chain == Place.home ? UInt64(dice.roll(below: 301)) : dice.next()
        return .position(
            chain: chain, sequence: sequence, index: UInt32(dice.roll(below: 65_536)))
    }

    private mutating func id() -> ObjectID {
        ObjectID(Bytes16(high: dice.next(), low: dice.next()))
    }

    // A small alphabet, so that prefixes are shared and elements repeat.
    private mutating func element() -> [UInt8] {
        (0...dice.roll(below: 6)).map { _ in UInt8(97 + dice.roll(below: 3)) }
    }

    private mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<dice.roll(below: most)).map { _ in UInt8(dice.roll(below: 256)) }
    }

    private func sorted(_ list: [[UInt8]]) -> [[UInt8]] {
        list.sorted { $0.lexicographicallyPrecedes($1) }.reduce(into: []) { unique, next in
            if unique.last != next { unique.append(next) }
        }
    }
}
