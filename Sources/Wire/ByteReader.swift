package import Primitives

/// Reads values from bytes that an untrusted peer wrote.
///
/// Each value has one encoding: anything a writer would not have produced is refused. Nothing is allocated for a
/// declared length or count before the bytes behind it are known to be present.
package struct ByteReader {
    private let bytes: [UInt8]
    private let end: Int
    /// The offset of the next value.
    package private(set) var offset: Int

    /// Creates a reader at the start of `bytes`.
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

    /// Whether no bytes are left.
    package var isAtEnd: Bool { offset == end }

    /// The number of bytes left.
    package var remaining: Int { end - offset }

    /// Reads one byte.
    package mutating func byte() throws(WireError) -> UInt8 {
        guard offset < end else { throw .truncated(offset: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Reads `count` bytes.
    package mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
        guard let taken = Range(from: offset, count: count), taken.upperBound <= end else {
            throw .truncated(offset: offset)
        }
        offset = taken.upperBound
        return bytes[taken]
    }

    /// Reads the remaining bytes.
    package mutating func takeRest() -> ArraySlice<UInt8> {
        defer { offset = end }
        return bytes[offset..<end]
    }

    /// Returns a reader of the next `count` bytes alone, and skips them.
    package mutating func part(_ count: Int) throws(WireError) -> ByteReader {
        guard let taken = Range(from: offset, count: count), taken.upperBound <= end else {
            throw .truncated(offset: offset)
        }
        offset = taken.upperBound
        return ByteReader(bytes, from: taken.lowerBound, to: taken.upperBound)
    }

    /// Reads an unsigned number in base 128, least significant group first; redundant groups are refused. - Source:
    /// LEB128, DWARF 5, section 7.6.
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

    /// Reads a `varint` of at most `most`.
    package mutating func varint(atMost most: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint()
        guard value <= UInt64(clamping: most) else { throw .tooLong(offset: start) }
        return Int(value)
    }

    /// Reads a count of items that take at least `bytesEach` bytes each; refused if that many cannot be present.
    package mutating func count(bytesEach: Int, most: Int) throws(WireError) -> Int {
        let start = offset
        let value = try varint(atMost: most)
        guard value <= remaining / bytesEach else { throw .truncated(offset: start) }
        return value
    }

    /// Reads a length and that many bytes.
    package mutating func lengthed(atMost most: Int) throws(WireError) -> ArraySlice<UInt8> {
        let length = try varint(atMost: most)
        return try take(length)
    }

    /// Reads two bytes, most significant first.
    package mutating func u16() throws(WireError) -> UInt16 {
        try take(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// Reads four bytes, most significant first.
    package mutating func u32() throws(WireError) -> UInt32 {
        try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads eight bytes, most significant first.
    package mutating func u64() throws(WireError) -> UInt64 {
        try take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads sixteen bytes.
    package mutating func bytes16() throws(WireError) -> Bytes16 {
        let start = offset
        guard let value = Bytes16(try take(16)) else { throw .truncated(offset: start) }
        return value
    }

    /// Reads twenty-four bytes.
    package mutating func bytes24() throws(WireError) -> Bytes24 {
        let start = offset
        guard let value = Bytes24(try take(24)) else { throw .truncated(offset: start) }
        return value
    }

    /// Reads thirty-two bytes.
    package mutating func bytes32() throws(WireError) -> Bytes32 {
        let start = offset
        guard let value = Bytes32(try take(32)) else { throw .truncated(offset: start) }
        return value
    }

    /// Throws if any bytes are left.
    package func finish() throws(WireError) {
        guard isAtEnd else { throw .trailing(offset: offset) }
    }
}
