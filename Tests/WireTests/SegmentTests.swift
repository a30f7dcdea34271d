import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct SegmentTests {
    private func opened(_ bytes: [UInt8], by reader: Person = .ben) throws -> Segment.Opening {
        try Segment(bytes: bytes).open(for: reader.agreement)
    }

    private func messages(_ contents: Segment.Contents) throws -> [Message] {
        var contents = contents
        var found: [Message] = []
        while let message = try contents.next() { found.append(message) }
        #expect(try contents.next() == nil)
        return found
    }

    @Test func `what was sealed for somebody comes back, and to nobody else`() throws {
        guard case .contents(let contents) = try opened(SegmentSample.bytes) else {
            Issue.record("ben cannot read it")
            return
        }
        guard case .notForMe = try opened(SegmentSample.bytes, by: .cleo) else {
            Issue.record("cleo can")
            return
        }

        #expect(contents.certificate == Person.ana.certificate)
        #expect(contents.keys == SegmentSample.keys)
        #expect(try messages(contents) == SegmentSample.messages)
    }

    @Test func `lengths say little, and how many it is for says little`() throws {
        let one = SegmentSample.written(to: [.ben])
        let two = SegmentSample.written(to: [.ben, .cleo])
        let none = SegmentSample.written([], to: [])

        #expect(one.count == Segment.classBytes)
        #expect(two.count == one.count && none.count == one.count)
        #expect(one.prefix(46).suffix(2) == two.prefix(46).suffix(2))
    }

    @Test func `no truncation and no longer one is a segment`() throws {
        let bytes = SegmentSample.bytes

        for length in 0..<bytes.count {
            #expect(throws: WireError.self) { try Segment(bytes: Array(bytes.prefix(length))) }
        }
        #expect(throws: WireError.self) { try Segment(bytes: bytes + [0]) }
        #expect(throws: WireError.self) { try Segment(bytes: bytes + bytes) }
    }

    @Test func `its length is known from its first bytes, and bounded`() throws {
        let head = Array(SegmentSample.bytes.prefix(Segment.markedBytes))
        func length(_ value: UInt32) throws -> Int {
            var writer = ByteWriter()
            writer.raw(Segment.mark)
            writer.u32(value)
            return try Segment.length(of: writer.bytes[...])
        }

        #expect(try Segment.length(of: head[...]) == 4096)
        #expect(try length(UInt32(Segment.bytesMax)) == Segment.bytesMax)
        for wrong: UInt32 in [0, 1, 4095, 4097, UInt32(Segment.bytesMax) + 4096, .max] {
            #expect(throws: WireError.self) { try length(wrong) }
        }
        for count in 0..<Segment.markedBytes {
            #expect(throws: WireError.self) { try Segment.length(of: head.prefix(count)) }
        }
        for place in 0..<8 {
            var other = head
            other[place] ^= 1
            #expect(throws: WireError.unknownKind(offset: 0)) {
                try Segment.length(of: other[...])
            }
        }
    }

    @Test func `a bit that is another one is never read`() throws {
        var dice = Dice(seed: 3)
        for _ in 0..<500 {
            var bytes = SegmentSample.bytes
            bytes[dice.roll(below: bytes.count)] ^= UInt8(1 << dice.roll(below: 8))
            guard let segment = try? Segment(bytes: bytes) else { continue }
            if case .contents = segment.open(for: Person.ben.agreement) {
                Issue.record("read all the same")
            }
        }
    }

    @Test func `who signed it is who wrote it`() throws {
        let forged = SegmentSample.written(signing: Person.cleo.device)

        guard case .forged = try opened(forged) else {
            Issue.record("cleo writes as ana")
            return
        }
    }

    @Test func `a count of deliveries is refused before they are there`() throws {
        for count: UInt16 in [0, 1, 31, 33, 1056, .max] {
            var bytes = SegmentSample.bytes
            (bytes[44], bytes[45]) = (UInt8(count >> 8), UInt8(count & 0xFF))
            #expect(throws: WireError.self) { try Segment(bytes: bytes) }
        }
    }

    @Test func `so many readers as there may be, in a segment of the longest runs`() throws {
        let full = [UInt8](repeating: 7, count: Message.bytesMax - 2)
        let messages = (0..<28).map { _ in Message.more(isLast: false, deltas: full) }
        let readers = (0..<Segment.readersMax).map { $0 == 500 ? Person.ben : Person.cleo }

        let bytes = SegmentSample.written(messages, to: readers)

        #expect(bytes.count <= Segment.bytesMax)
        guard case .contents(let contents) = try opened(bytes) else {
            Issue.record("ben cannot read it")
            return
        }
        #expect(try self.messages(contents).count == 28)
    }
}
