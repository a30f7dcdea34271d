import Primitives

// What an archive asks of its bytes.
extension FileBytes {
    /// The `count` bytes from `start` on, a name or a number; nil unless all of them are there.
    func slice(from start: Int, count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, let range = Range(from: start, count: count),
            range.upperBound <= self.count
        else { return nil }
        return self[range]
    }

    /// The number of `width` bytes at `place`, the least significant first; nil unless all of them are
    /// there.
    func littleNumber(at place: Int, width: Int) -> Int? {
        slice(from: place, count: width).flatMap { Int(bigEndian: $0.reversed()) }
    }
}
