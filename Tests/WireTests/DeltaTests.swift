import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct DeltaTests {
    private let deltas = DeltaSamples.run(count: 3, isPlain: false)

    @Test func `a header comes back and every other version is refused`() throws {
        let bytes = deltas[1].header.bytes

        var reader = ByteReader(bytes)
        let header = try DeltaHeader(from: &reader)

        #expect(bytes.count == DeltaHeader.byteCount)
        #expect(header == deltas[1].header)
        for version in UInt8.min...255 where version & 0x7F != 1 {
            var other = ByteReader([version] + bytes.dropFirst())
            #expect(throws: WireError.unknownVersion(version & 0x7F)) {
                _ = try DeltaHeader(from: &other)
            }
        }
        for count in 0..<117 {
            var short = ByteReader(Array(bytes[..<count]))
            #expect(throws: WireError.self) { _ = try DeltaHeader(from: &short) }
        }
    }

    @Test func `every bit of a header counts`() throws {
        let bytes = deltas[1].header.bytes

        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            var reader = ByteReader(changed)
            guard let header = try? DeltaHeader(from: &reader) else { continue }
            let delta = SignedDelta(
                header: header, payload: deltas[1].payload, signature: deltas[1].signature)
            #expect(header.bytes == changed)
            #expect(header.id != deltas[1].header.id)
            #expect(!delta.isSigned(by: Person.ana.deviceID))
        }
    }

    @Test func `the last sequence of all is refused, because nothing could follow it`() {
        let header = DeltaHeader(
            chain: Place.home, sequence: .max, previous: .zero, stamp: Place.stamp, epoch: .zero,
            isPlain: true, payload: [])
        let base = CompactRun.Base(
            chain: Place.home, sequence: .max, previous: .zero, stamp: Place.stamp, epoch: .zero)

        #expect(throws: WireError.self) {
            var reader = ByteReader(header.bytes)
            _ = try DeltaHeader(from: &reader)
        }
        #expect(throws: WireError.self) {
            var reader = ByteReader([4, 1, 0])
            _ = try CompactRun.read(after: base, from: &reader)
        }
    }

    @Test func `a signature is of one device and one header`() {
        #expect(deltas[0].isSigned(by: Person.ana.deviceID))
        #expect(!deltas[0].isSigned(by: Person.ben.deviceID))
        let moved = SignedDelta(
            header: deltas[1].header, payload: deltas[1].payload, signature: deltas[0].signature)
        #expect(!moved.isSigned(by: Person.ana.deviceID))
        #expect(deltas.allSatisfy { $0.isWhole })
    }

    @Test func `a payload opens only with its key, at its place, unchanged`() {
        let delta = deltas[1]
        #expect(PayloadSeal.open(delta, key: Place.key) != nil)
        #expect(PayloadSeal.open(delta, key: .repeating(1)) == nil)

        let moved = SignedDelta(
            header: deltas[2].header, payload: delta.payload, signature: nil)
        #expect(PayloadSeal.open(moved, key: Place.key) == nil)
        for bit in 0..<delta.payload.count * 8 {
            var payload = delta.payload
            payload[bit / 8] ^= 1 << UInt8(bit % 8)
            let changed = SignedDelta(header: delta.header, payload: payload, signature: nil)
            #expect(PayloadSeal.open(changed, key: Place.key) == nil)
        }
    }

    @Test(arguments: UInt64(1)...64)
    func `a run rebuilds exactly the signed headers`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let start = CompactRun.Base(startOf: Place.home)
        var deltas: [SignedDelta] = []
        var base = start
        var writer = ByteWriter()
        for _ in 0...dice.roll(below: 6) {
            let step = 1 + dice.next() >> UInt64(8 + dice.roll(below: 50))
            let isPlain = dice.roll(below: 3) == 0
            let delta = DeltaSamples.delta(
                after: base, stamp: HybridTime(rawValue: base.stamp.rawValue + step),
                epoch: [Place.epoch, .zero][dice.roll(below: 2)], isPlain: isPlain,
                operations: [OriginedOperation(.create(OperationSamples.bookmark))])
            let isSigned = dice.roll(below: 2) == 0
            CompactRun.write(delta, after: base, withSignature: isSigned, to: &writer)
            deltas.append(
                isSigned
                    ? delta
                    : SignedDelta(header: delta.header, payload: delta.payload, signature: nil))
            base = CompactRun.Base(after: delta.header)
        }

        var reader = ByteReader(writer.bytes)
        base = start
        for delta in deltas {
            let rebuilt = try CompactRun.read(after: base, from: &reader)
            #expect(rebuilt == delta)
            #expect(rebuilt.isWhole)
            base = CompactRun.Base(after: rebuilt.header)
        }
        try reader.finish()
    }

    @Test func `every truncation and flipped bit of a compact delta is refused or seen`() {
        let base = CompactRun.Base(startOf: Place.home)
        var writer = ByteWriter()
        CompactRun.write(deltas[0], after: base, withSignature: true, to: &writer)
        let bytes = writer.bytes

        for count in bytes.indices {
            var reader = ByteReader(Array(bytes[..<count]))
            #expect(throws: WireError.self) { _ = try CompactRun.read(after: base, from: &reader) }
        }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            var reader = ByteReader(changed)
            guard let delta = try? CompactRun.read(after: base, from: &reader) else { continue }
            #expect(!delta.isSigned(by: Person.ana.deviceID))
            var again = ByteWriter()
            CompactRun.write(
                delta, after: base, withSignature: delta.signature != nil, to: &again)
            #expect(again.bytes == Array(changed[..<reader.offset]))
        }
    }
}
