import CSodium
import Primitives

// The fixed sizes store words, and C wants bytes. Both conversions use the stack, never an array, since ids
// are hashed by the million. Keys pass through here too, so lent bytes are wiped.

extension Bytes16 {
    /// Creates the sixteen bytes that `fill` writes.
    init(fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        var words: (UInt64, UInt64) = (0, 0)
        fillBytes(of: &words, fill)
        self.init(high: words.0.bigEndian, low: words.1.bigEndian)
    }
}

extension Bytes24 {
    /// Creates the twenty-four bytes that `fill` writes.
    init(fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        fillBytes(of: &words, fill)
        self.init(words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian))
    }

    /// Lends the bytes to `body`; the lent copy is wiped afterwards.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        lendBytes(of: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian), body)
    }
}

extension Bytes32 {
    /// Creates the thirty-two bytes that `fill` writes.
    init(fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        fillBytes(of: &words, fill)
        self.init(
            words: (
                words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
            ))
    }

    /// Lends the bytes to `body`; the lent copy is wiped afterwards.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        let (first, second, third, fourth) = words
        return lendBytes(
            of: (first.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian), body)
    }
}

@inline(__always)
private func fillBytes<Words>(of words: inout Words, _ fill: (UnsafeMutablePointer<UInt8>) -> Void)
{
    withUnsafeMutableBytes(of: &words) { bytes in
        if let start = bytes.baseAddress { fill(start.assumingMemoryBound(to: UInt8.self)) }
    }
}

@inline(__always)
private func lendBytes<Words, Result>(
    of words: Words, _ body: (UnsafePointer<UInt8>) -> Result
) -> Result {
    var words = words
    return withUnsafeMutablePointer(to: &words) { start in
        defer { sodium_memzero(start, MemoryLayout<Words>.size) }
        return start.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout<Words>.size) {
            body(UnsafePointer($0))
        }
    }
}

extension [UInt8] {
    /// Creates the `count` bytes that `fill` writes.
    init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.init(unsafeUninitializedCapacity: count) { target, filled in
            if let start = target.baseAddress { fill(start) }
            filled = count
        }
    }
}

extension ArraySlice<UInt8> {
    /// Lends the bytes to `body`; an empty slice has an address too.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
        withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { return body(start) }
            return withUnsafePointer(to: 0, body)
        }
    }
}
