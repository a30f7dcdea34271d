import CRDT
import Primitives
import Testing
import Wire

@Suite struct ByteReaderTests {
    @Test(arguments: UInt64(1)...64)
    func `a number has one spelling and comes back`(seed: UInt64) throws {
        var dice = Dice(seed: seed)

        for _ in 0..<200 {
            let number = dice.next() >> UInt64(dice.roll(below: 64))
            var writer = ByteWriter()
            writer.varint(number)
            var reader = ByteReader(writer.bytes)
            #expect(try reader.varint() == number)
            #expect(reader.isAtEnd)
            #expect(writer.bytes.count == max(1, (64 - number.leadingZeroBitCount + 6) / 7))
        }
    }

    @Test(
        arguments: [
            [], [0x80], [0x80, 0], [0xFF, 0x80, 0], [UInt8](repeating: 0xFF, count: 9) + [2],
            [UInt8](repeating: 0x80, count: 10) + [1], [UInt8](repeating: 0x80, count: 9) + [0],
            [UInt8](repeating: 0xFF, count: 20),
        ] as [[UInt8]])
    func `a number that is cut, padded or above 64 bits is refused`(bytes: [UInt8]) {
        #expect(throws: WireError.self) {
            var reader = ByteReader(bytes)
            _ = try reader.varint()
        }
    }

    @Test func `a part ends where it was said to`() throws {
        var reader = ByteReader([1, 2, 3, 4])

        var part = try reader.part(2)

        #expect(Array(try part.take(2)) == [1, 2])
        #expect(throws: WireError.truncated(offset: 2)) { _ = try part.byte() }
        #expect(try reader.byte() == 3)
        #expect(throws: WireError.trailing(offset: 3)) { try reader.finish() }
    }

    @Test func `fixed sizes come back and are refused when cut`() throws {
        var writer = ByteWriter()
        writer.u32(0x0102_0304)
        writer.u64(0x0102_0304_0506_0708)
        writer.bytes16(Place.home.bytes)
        writer.bytes32(.repeating(9))

        var reader = ByteReader(writer.bytes)

        #expect(try reader.u32() == 0x0102_0304)
        #expect(try reader.u64() == 0x0102_0304_0506_0708)
        #expect(try reader.bytes16() == Place.home.bytes)
        #expect(try reader.bytes32() == .repeating(9))
        for (count, read) in [(3, 0), (7, 1), (15, 2), (23, 3), (31, 4)] {
            var short = ByteReader([UInt8](repeating: 1, count: count))
            #expect(throws: WireError.truncated(offset: 0)) {
                switch read {
                case 0: _ = try short.u32()
                case 1: _ = try short.u64()
                case 2: _ = try short.bytes16()
                case 3: _ = try short.bytes24()
                default: _ = try short.bytes32()
                }
            }
        }
    }
}
