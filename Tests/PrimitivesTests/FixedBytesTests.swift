import Primitives
import Testing

@Suite struct FixedBytesTests {
    @Test(arguments: UInt64(1)...64)
    func `bytes come back and order as bytes do`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        // Few values, so that long common prefixes occur.
        let left = (0..<32).map { _ in UInt8(254 + dice.roll(below: 2)) }
        let right = (0..<32).map { $0 < dice.roll(below: 64) ? left[$0] : 254 }

        let (a, b) = (try #require(Bytes32(left)), try #require(Bytes32(right)))
        let (c, d) = (try #require(Bytes24(left[..<24])), try #require(Bytes24(right[..<24])))
        let (e, f) = (try #require(Bytes16(left[..<16])), try #require(Bytes16(right[..<16])))

        #expect(a.bytes == left)
        #expect(c.bytes == Array(left[..<24]))
        #expect(e.bytes == Array(left[..<16]))
        #expect((a < b) == left.lexicographicallyPrecedes(right))
        #expect((c < d) == left[..<24].lexicographicallyPrecedes(right[..<24]))
        #expect((e < f) == left[..<16].lexicographicallyPrecedes(right[..<16]))
    }

    @Test(arguments: 0...33)
    func `only the exact length is taken`(count: Int) {
        let bytes = [UInt8](repeating: 7, count: count)

        #expect((Bytes16(bytes) != nil) == (count == 16))
        #expect((Bytes24(bytes) != nil) == (count == 24))
        #expect((Bytes32(bytes) != nil) == (count == 32))
    }

    @Test func `the leading word is the first eight bytes`() {
        #expect(Bytes16(Array(1...16))?.leading == 0x0102_0304_0506_0708)
    }
}

@Suite struct TimeTests {
    @Test func `a moment never runs over or under`() {
        let late = Instant(nanoseconds: .max - 1)

        #expect(late + .seconds(1) == Instant(nanoseconds: .max))
        #expect(Instant(nanoseconds: 5) - late == .zero)
        #expect(Instant(nanoseconds: 1_500_000_000) - Instant(nanoseconds: 0) == .seconds(1.5))
        #expect(Instant(nanoseconds: 5) + .seconds(-1) == Instant(nanoseconds: 5))
    }

    @Test func `nanoseconds of a duration are cut to what fits`() {
        #expect(Duration.milliseconds(1).nanoseconds == 1_000_000)
        #expect(Duration.seconds(-1).nanoseconds == 0)
        #expect(Duration.seconds(Int64.max).nanoseconds == .max)
        #expect(Duration.seconds(UInt64.max / 1_000_000_000).nanoseconds <= .max)
    }
}
