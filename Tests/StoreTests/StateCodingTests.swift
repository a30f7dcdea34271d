import CRDT
import Domain
import Primitives
import Testing

@testable import Store

@Suite struct StateCodingTests {
    private static let chains = (UInt64(0)..<4).map { ChainID(Bytes16(high: $0, low: 7)) }

    /// Chains 1...3 are held, chain 0 is not.
    private static var coding: StateCoding {
        StateCoding(
            rowOfChain: { (id) throws(StorageError) in
                chains.firstIndex(of: id).flatMap { $0 == 0 ? nil : Int64($0) }
            },
            chainOfRow: { (row) throws(StorageError) in
                guard (1..<4).contains(row) else { throw .corrupt }
                return chains[Int(row)]
            })
    }

    private static func dot(_ dice: inout Dice) -> Dot {
        if dice.roll(below: 4) == 0 {
            return .derived(Bytes24(words: (dice.next(), dice.next(), dice.next() % 5)))
        }
        return .position(
            chain: chains[dice.roll(below: 4)], sequence: UInt64(dice.roll(below: 300)),
            index: UInt32(dice.roll(below: 3)))
    }

    /// Returns the state after random operations on one object, a link or something else.
    private static func state(seed: UInt64) -> ObjectState {
        var dice = Dice(seed: seed)
        var state = ObjectState()
        var dots: [Dot] = []
        for _ in 0..<dice.roll(below: 25) {
            let dot = dot(&dice)
            let object = ObjectRef.creation(dot)
            var named: [Dot] = []
            for old in dots where dice.roll(below: 4) == 0 { named.insertSorted(old) }
            dots.append(dot)
            let field = Field([0, 1, 2, 3, 7, 40][dice.roll(below: 6)])
            let set = Field([5, 13][dice.roll(below: 2)])
            let text = Array("text \(dice.roll(below: 4))".utf8)
            let operation: Operation
            switch dice.roll(below: 7) {
            case 0:
                operation = .create(
                    Creation(
                        kind: 1, values: [FieldValue(Schema.Thing.url, text)],
                        elements: [FieldElements(Schema.Thing.tags, [text])]))
            case 1: operation = .withdraw(Withdrawal(object: object, dots: named))
            case 2: operation = .add(ElementAddition(object: object, field: set, element: text))
            case 3:
                operation = .remove(
                    ElementRemoval(object: object, field: set, element: text, dots: named))
            case 4:
                operation = .place(
                    Placement(
                        object: object, audience: AudienceName(2), isIn: true, replaces: named))
            default:
                operation = .write(
                    FieldWrite(object: object, field: field, value: text, replaces: named))
            }
            let stamp = HybridTime(rawValue: UInt64(dice.roll(below: 1000)))
            state.apply(
                operation, dot: dot,
                carrier: Carrier(chain: chains[1 + dice.roll(below: 3)], stamp: stamp))
        }
        return state
    }

    /// Returns what the columns would show of it.
    private static func columns(of state: ObjectState) -> StateCoding.Columns {
        var columns = StateCoding.Columns()
        for (field, register) in state.registers where (1...7).contains(field.number) {
            if let shown = register.shown { columns.values.append((field, shown.value)) }
        }
        return columns
    }

    @Test(arguments: UInt64(1)...300)
    func `a state comes back as it was`(seed: UInt64) throws {
        let state = Self.state(seed: seed)
        let columns = Self.columns(of: state)

        let blob = try Self.coding.encode(state, shown: columns)

        #expect(try Self.coding.decode(blob, kind: 1, columns: columns) == state)
    }

    @Test(arguments: UInt64(1)...60)
    func `a blob from before sets had a stamp is read without one`(seed: UInt64) throws {
        var state = Self.state(seed: seed)
        state.setsChanged = HybridTime(rawValue: 7)
        let columns = Self.columns(of: state)
        let blob = try Self.coding.encode(state, shown: columns)
        #expect(blob.first == 3)

        let older = [1] + blob.dropFirst().dropLast(8)

        state.setsChanged = nil
        #expect(try Self.coding.decode(older, kind: 1, columns: columns) == state)
    }

    @Test(arguments: UInt64(1)...60)
    func `a blob that was cut or continued is corrupt`(seed: UInt64) throws {
        let state = Self.state(seed: seed)
        let columns = Self.columns(of: state)
        let blob = try Self.coding.encode(state, shown: columns)

        for count in 0..<blob.count {
            #expect(throws: StorageError.corrupt) {
                try Self.coding.decode(Array(blob[..<count]), kind: 1, columns: columns)
            }
        }
        #expect(throws: StorageError.corrupt) {
            try Self.coding.decode(blob + [0], kind: 1, columns: columns)
        }
    }

    @Test(arguments: UInt64(1)...200)
    func `a blob with changed bytes is read or corrupt, never fatal`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let state = Self.state(seed: seed)
        let columns = Self.columns(of: state)
        let blob = try Self.coding.encode(state, shown: columns)

        for _ in 0..<50 {
            var changed = blob
            for _ in 0...dice.roll(below: 3) {
                changed[dice.roll(below: changed.count)] = UInt8(dice.roll(below: 256))
            }
            do throws(StorageError) {
                _ = try Self.coding.decode(changed, kind: 1, columns: columns)
            } catch {
                #expect(error == .corrupt)
            }
        }
    }

    @Test func `a creation that nothing followed comes back from its columns`() throws {
        let creation = Creation(
            kind: 1,
            values: [
                FieldValue(Schema.Thing.url, Array("https://quilt.example/".utf8)),
                FieldValue(Schema.Thing.title, Array("Quilt".utf8)),
            ], elements: [FieldElements(Schema.Thing.tags, [Array("sewing".utf8)])])
        let dot = Dot.position(chain: Self.chains[2], sequence: 9, index: 1)
        let carrier = Carrier(chain: Self.chains[2], stamp: HybridTime(rawValue: 5))
        var expected = ObjectState()
        expected.apply(.create(creation), dot: dot, carrier: carrier)
        var columns = Self.columns(of: expected)
        columns.values.append((Schema.Thing.note, []))
        columns.tags = [Array("sewing".utf8)]

        let blob = try Self.coding.simple(dot: dot, carrier: carrier, fields: 0b10011)

        #expect(try Self.coding.decode(blob, kind: 1, columns: columns) == expected)
        for count in 0..<blob.count {
            #expect(throws: StorageError.corrupt) {
                try Self.coding.decode(Array(blob[..<count]), kind: 1, columns: columns)
            }
        }
    }
}
