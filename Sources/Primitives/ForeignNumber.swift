// Numbers in untrusted bytes.

extension Int {
    /// The largest number that is accepted from such bytes: larger than any file, and small enough that sums
    /// of thousands of them, and each of them times thousands, do not overflow.
    package static let foreignMax = 1 << 48

    /// Reads a big-endian number; 0 if there are no bytes.
    ///
    /// - Returns: nil above `foreignMax`.
    package init?(bigEndian bytes: some Sequence<UInt8>) {
        var value = 0
        for byte in bytes {
            guard value <= Self.foreignMax >> 8 else { return nil }
            value = value << 8 | Int(byte)
        }
        guard value <= Self.foreignMax else { return nil }
        self = value
    }
}

extension [UInt8] {
    /// The `count` bytes from `start` on; nil unless all of them are there.
    package func slice(from start: Int, count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, let range = Range(from: start, count: count),
            range.upperBound <= self.count
        else { return nil }
        return self[range]
    }

    /// The big-endian number of `width` bytes at `place`; nil unless all of them are there, and above
    /// `Int.foreignMax`.
    package func number(at place: Int, width: Int) -> Int? {
        slice(from: place, count: width).flatMap { Int(bigEndian: $0) }
    }

    /// The little-endian number of `width` bytes at `place`; nil in the same cases.
    package func littleNumber(at place: Int, width: Int) -> Int? {
        slice(from: place, count: width).flatMap { Int(bigEndian: $0.reversed()) }
    }
}
