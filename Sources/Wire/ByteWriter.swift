package import Primitives

/// Encodes values as `ByteReader` reads them: numbers big-endian, lengths in base 128.
package struct ByteWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty writer.
    package init() {}

    /// Creates a writer with capacity for `count` bytes.
    package init(capacity count: Int) {
        bytes.reserveCapacity(count)
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    /// Writes a number as `ByteReader.varint` reads it.
    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func varint(_ value: Int) { varint(UInt64(value)) }

    /// Writes a length and the bytes.
    package mutating func lengthed(_ value: some RandomAccessCollection<UInt8>) {
        varint(value.count)
        bytes.append(contentsOf: value)
    }

    package mutating func u16(_ value: UInt16) {
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(value & 0xFF))
    }

    package mutating func u32(_ value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
        }
    }

    package mutating func u64(_ value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    package mutating func bytes16(_ value: Bytes16) { value.append(to: &bytes) }
    package mutating func bytes24(_ value: Bytes24) { value.append(to: &bytes) }
    package mutating func bytes32(_ value: Bytes32) { value.append(to: &bytes) }
}
