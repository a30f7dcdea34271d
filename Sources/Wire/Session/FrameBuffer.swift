/// Cuts a link's byte stream into frames.
///
///     length  u16 big-endian   bytes that follow, 1...65,535
///     body    one Noise message
package struct FrameBuffer: Sendable {
    private var pending: [UInt8] = []
    private var start = 0

    /// Nothing has arrived.
    package init() {}

    /// Bytes that have arrived and are not yet taken.
    package var count: Int { pending.count - start }

    /// Takes in what arrived; keeps no more than was given.
    package mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
    }

    /// The next frame's body.
    ///
    /// - Parameter most: a longer one is refused before it has arrived.
    /// - Returns: nil when it has not fully arrived yet.
    /// - Throws: `tooLong`, and `notCanonical` for an empty frame.
    package mutating func next(atMost most: Int) throws(WireError) -> [UInt8]? {
        try nextPart(atMost: most).map { Array($0) }
    }

    /// The same as part of what has arrived, to be let go before more is appended: else all of that is
    /// copied.
    package mutating func nextPart(atMost most: Int) throws(WireError) -> ArraySlice<UInt8>? {
        guard count >= 2 else { return nil }
        let length = Int(pending[start]) << 8 | Int(pending[start + 1])
        guard length > 0 else { throw .notCanonical(offset: 0) }
        guard length <= most else { throw .tooLong(offset: 0) }
        guard count >= 2 + length else { return nil }
        defer { start += 2 + length }
        return pending[start + 2..<start + 2 + length]
    }

    /// A frame around `body`, which is 1...65,535 bytes.
    package static func frame(_ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(body, to: &bytes)
        return bytes
    }

    /// Puts a frame around `body`, which is 1...65,535 bytes, behind `bytes`.
    package static func append(_ body: [UInt8], to bytes: inout [UInt8]) {
        precondition((1...65_535).contains(body.count), "a frame holds 1 to 65,535 bytes")
        bytes.append(UInt8(body.count >> 8))
        bytes.append(UInt8(body.count & 0xFF))
        bytes += body
    }
}
