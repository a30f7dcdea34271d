package import Primitives

/// Takes values off the front of bytes that somebody else wrote.
///
/// One spelling per value: what a writer would not have written is refused. Nothing is allocated
/// for a declared length or count before the bytes that back it are there.
package struct ByteReader {
    private let bytes: [UInt8]
    private let end: Int
    /// Where the next value begins.
    package private(set) var offset: Int

    /// Reads `bytes` from the start.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = 0
        end = bytes.count
    }

    private init(_ bytes: [UInt8], from offset: Int, to end: Int) {
        self.bytes = bytes
        self.offset = offset
        self.end = end
    }

    /// Nothing is left.
    package var isAtEnd: Bool { offset == end }

    /// Bytes that are left.
    package var remaining: Int { end - offset }

    /// The next byte.
    package mutating func byte() throws(WireError) -> UInt8 {
        guard offset < end else { throw .truncated(offset: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// The next `count` bytes.
    package mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard let taken = Range(from: offset, count: count), taken.upperBound <= end else {
            throw .truncated(offset: offset)
        }
        offset = taken.upperBound
        return bytes[taken]
    }

    /// All that is left.
    package mutating func takeRest() -> ArraySlice<UInt8> {
        defer { offset = end }
        return bytes[offset..<end]
    }

    /// A reader of the next `count` bytes alone; this one goes on behind them.
    package mutating func part(_ count: Int) throws(WireError) -> ByteReader {
        guard let taken = Range(from: offset, count: count), taken.upperBound <= end else {
            throw .truncated(offset: offset)
        }
        offset = taken.upperBound
        return ByteReader(bytes, from: taken.lowerBound, to: taken.upperBound)
    }

    /// An unsigned number in base 128, least significant group first, without needless groups.
    /// - Source: LEB128, DWARF 5, section 7.6.
    package mutating func varint() throws(WireError) -> UInt64 {
        let start = offset
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let next = try byte()
            let group = UInt64(next & 0x7F)
            if shift == 63, group > 1 { throw .tooLong(offset: start) }
            value |= group << shift
            if next & 0x80 == 0 {
                if next == 0, shift > 0 { throw .notCanonical(offset: start) }
                return value
            }
        }
        throw .tooLong(offset: start)
    }

    /// A `varint` of at most `most`.
    package mutating func varint(atMost most: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(clamping: most) else { throw .tooLong(offset: start) }
        return Int(value)
    }

    /// A count of things that take at least `bytesEach` bytes: refused unless they can be there.
    package mutating func count(bytesEach: Int, most: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint(atMost: most)
        guard value <= remaining / bytesEach else { throw .truncated(offset: start) }
        return value
    }

    /// A length and so many bytes.
    package mutating func lengthed(atMost most: Int) throws(WireError) -> ArraySlice<UInt8> {
        let length = try varint(atMost: most)
        return try take(length)
    }

    /// Two bytes, most significant first.
    package mutating func u16() throws(WireError) -> UInt16 {
        try take(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// Four bytes, most significant first.
    package mutating func u32() throws(WireError) -> UInt32 {
        try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Eight bytes, most significant first.
    package mutating func u64() throws(WireError) -> UInt64 {
        try take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Sixteen bytes.
    package mutating func bytes16() throws(WireError) -> Bytes16 {
        let start = offset
        guard let value = Bytes16(try take(16)) else { throw .truncated(offset: start) }
        return value
    }

    /// Twenty-four bytes.
    package mutating func bytes24() throws(WireError) -> Bytes24 {
        let start = offset
        guard let value = Bytes24(try take(24)) else { throw .truncated(offset: start) }
        return value
    }

    /// Thirty-two bytes.
    package mutating func bytes32() throws(WireError) -> Bytes32 {
        let start = offset
        guard let value = Bytes32(try take(32)) else { throw .truncated(offset: start) }
        return value
    }

    /// Refuses what is left over.
    package func finish() throws(WireError) {
        guard isAtEnd else { throw .trailing(offset: offset) }
    }
}
