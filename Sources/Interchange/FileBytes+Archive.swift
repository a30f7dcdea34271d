import Primitives

// Access to the bytes of an archive.
extension FileBytes {
    /// Returns the `count` bytes from `start` on, a name or a number; nil unless all of them exist.
    func slice(from start: Int, count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, let range = Range(from: start, count: count),
            range.upperBound <= self.count
        else { return nil }
        return self[range]
    }

    /// Returns the little-endian number of `width` bytes at `place`; nil unless all of them exist.
    func littleNumber(at place: Int, width: Int) -> Int? {
        slice(from: place, count: width).flatMap { Int(bigEndian: $0.reversed()) }
    }
}
