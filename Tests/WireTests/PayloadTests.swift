import CRDT
import Primitives
import Testing
import Wire

@Suite struct PayloadTests {
    private func encode(_ operations: [OriginedOperation]) -> [UInt8] {
        Payload.encode(operations, chain: Place.home, sequence: Place.sequence)
    }

    private func decode(_ bytes: [UInt8]) throws(WireError) -> [OriginedOperation] {
        try Payload.decode(bytes, chain: Place.home, sequence: Place.sequence)
    }

    /// Whether what was decoded is encoded as it was. The table entries that only an operation of
    /// an unknown kind may name cannot be known, so such payloads are exempt.
    private func isOneSpelling(_ bytes: [UInt8], _ operations: [OriginedOperation]) -> Bool {
        let hasUnknown = operations.contains {
            if case .unknown = $0.operation { return true }
            return false
        }
        let again = encode(operations)
        return hasUnknown || again == bytes || entries(bytes) > entries(again)
    }

    // Returns the number of table entries, some of which may be unused.
    private func entries(_ payload: [UInt8]) -> Int {
        var reader = ByteReader(payload)
        guard let chains = try? reader.count(bytesEach: 16, most: 4096),
            (try? reader.take(chains * 16)) != nil,
            let strings = try? reader.count(bytesEach: 2, most: 65_536)
        else { return 0 }
        return chains + strings
    }

    @Test(arguments: UInt64(1)...512)
    func `operations of all kinds come back`(seed: UInt64) throws {
        var random = RandomOperations(seed: seed)
        let operations = random.list(upTo: 12)

        let bytes = encode(operations)

        #expect(try decode(bytes) == operations)
        #expect(encode(try decode(bytes)) == bytes)
    }

    @Test(arguments: OperationSamples.all.indices)
    func `each kind alone comes back`(index: Int) throws {
        let operations = [OperationSamples.all[index].1]

        #expect(try decode(encode(operations)) == operations)
    }

    @Test(arguments: OperationSamples.all.indices)
    func `a truncated payload is refused or spells something else`(index: Int) throws {
        let bytes = encode([OperationSamples.all[index].1, OperationSamples.content[0].1])

        for count in bytes.indices {
            let part = Array(bytes[..<count])
            if let operations = try? decode(part) { #expect(isOneSpelling(part, operations)) }
        }
    }

    @Test(arguments: OperationSamples.all.indices)
    func `a flipped bit is refused or spells something else`(index: Int) throws {
        let bytes = encode([OperationSamples.all[index].1])

        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            if let operations = try? decode(changed) {
                #expect(isOneSpelling(changed, operations), "bit \(bit)")
            }
        }
    }

    @Test(arguments: UInt64(1)...256)
    func `bytes of chance are refused or have one spelling`(seed: UInt64) throws {
        var dice = Dice(seed: seed)

        for _ in 0..<200 {
            let bytes = (0..<1 + dice.roll(below: 24)).map { _ in
                UInt8(dice.roll(below: 3) == 0 ? dice.roll(below: 256) : dice.roll(below: 12))
            }
            if let operations = try? decode(bytes) { #expect(isOneSpelling(bytes, operations)) }
        }
    }

    @Test func `an unknown kind is kept as it is`() throws {
        let bytes: [UInt8] = [0, 0, 4, 99, 1, 2, 3, 1, 0xC0]

        let operations = try decode(bytes)

        #expect(
            operations.map(\.operation) == [
                .unknown(kind: 99, body: [1, 2, 3]), .unknown(kind: 0xC0, body: []),
            ])
        #expect(encode(operations) == bytes)
    }

    @Test func `unknown fields of a creation are kept as they are`() throws {
        let creation = Creation(
            kind: 30, values: [FieldValue(Field(8), [1]), FieldValue(Field(63), [2])],
            elements: [FieldElements(Field(13), [[3]])])

        let bytes = encode([OriginedOperation(.create(creation))])

        #expect(try decode(bytes) == [OriginedOperation(.create(creation))])
    }

    @Test(
        arguments: [
            [], [0], [0, 0], [0, 0, 0], [0, 0, 1],
            // The own chain as a foreign one.
            [1] + Place.home.bytes.bytes + [0, 1, 0x60],
            // Strings that descend, repeat, are empty, or share less than they could.
            [0, 2, 0, 1, 98, 0, 1, 97, 1, 0x60], [0, 2, 0, 1, 97, 1, 0, 1, 0x60],
            [0, 1, 0, 0, 1, 0x60], [0, 2, 0, 1, 97, 0, 2, 97, 98, 1, 0x60],
            // A length with a redundant group.
            [0, 0, 0x81, 0, 0x60],
            // An origin where none may be.
            [0, 0, 4, 0x81, 1, 0, 0],
            // A position above the own one; a future position in the own chain.
            [0, 0, 7, 12, 1, 0xFF, 0x7F, 0, 0],
        ] as [[UInt8]])
    func `what no writer writes is refused`(bytes: [UInt8]) {
        #expect(throws: WireError.self) { try decode(bytes) }
    }

    @Test func `a grant replaces one that there can be`() throws {
        let grant = Grant(id: 7, person: Person.ben.id, role: .owner, replaces: 0xFFFF)
        var bytes = encode([OriginedOperation(.grant(grant))])
        #expect(bytes.suffix(9) == [0x84, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])

        bytes.replaceSubrange((bytes.count - 2)..., with: [0, 0])
        #expect(throws: WireError.self) { try decode(bytes) }

        bytes[bytes.count - 1] = 1
        bytes[bytes.count - 9] = 0x86
        #expect(throws: WireError.self) { try decode(bytes) }
    }

    @Test func `claims without bytes are refused before anything is allocated`() {
        // A count of 2^60 at each place where something is counted.
        let huge: [UInt8] = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]
        let heads: [[UInt8]] = [
            [], [0], [0, 1], [0, 1, 0], [0, 0], [0, 0, 11, 12, 1], [0, 0, 13, 12, 1, 0],
            [0, 0, 13, 9, 1, 0, 0], [0, 0, 12, 12, 1, 0, 0], [0, 0, 12, 0x21, 8],
            [0, 0, 18, 5, 1, 0, 0, 0, 0, 0, 0, 0, 1],
            [0, 0, 90, 6] + [UInt8](repeating: 0, count: 64),
            [0, 0, 26, 8] + [UInt8](repeating: 1, count: 16) + [0],
        ]

        for head in heads {
            #expect(throws: WireError.self) { try decode(head + huge) }
            #expect(throws: WireError.self) {
                try decode(head + huge + [UInt8](repeating: 0, count: 100))
            }
        }
    }

    @Test(
        arguments: [
            [0, 1, 0, 1, 97, 2, 99, 0], [0, 1, 0, 1, 97, 2, 0x21, 0],
            [1] + [UInt8](repeating: 9, count: 16) + [0, 2, 0x21, 0],
        ] as [[UInt8]])
    func `a chain or string that nothing names is let through`(bytes: [UInt8]) throws {
        #expect(try decode(bytes).count == 1)
    }
}
