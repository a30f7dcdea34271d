/// Splits a link's byte stream into frames.
///
///     length  u16 big-endian   bytes that follow, 1...65,535
///     body    one Noise message
package struct FrameBuffer: Sendable {
    private var pending: [UInt8] = []
    private var start = 0

    /// Creates an empty buffer.
    package init() {}

    /// The number of received bytes that were not read yet.
    package var count: Int { pending.count - start }

    /// Appends received bytes.
    package mutating func append(_ bytes: [UInt8]) {
        if start > 0 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
    }

    /// Returns the next frame's body.
    ///
    /// - Parameter most: the maximum length; a longer frame is refused before it has arrived.
    /// - Returns: nil if the frame is still incomplete.
    /// - Throws: `tooLong`, and `notCanonical` for an empty frame.
    package mutating func next(atMost most: Int) throws(WireError) -> [UInt8]? {
        try nextPart(atMost: most).map { Array($0) }
    }

    /// Returns the next frame's body as a slice of the buffer. It must be released before bytes are appended, else the
    /// whole buffer is copied.
    package mutating func nextPart(atMost most: Int) throws(WireError) -> ArraySlice<UInt8>? {
        guard count >= 2 else { return nil }
        let length = Int(pending[start]) << 8 | Int(pending[start + 1])
        guard length > 0 else { throw .notCanonical(offset: 0) }
        guard length <= most else { throw .tooLong(offset: 0) }
        guard count >= 2 + length else { return nil }
        defer { start += 2 + length }
        return pending[start + 2..<start + 2 + length]
    }

    /// Returns a frame around `body`, which must have 1...65,535 bytes.
    package static func frame(_ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(body, to: &bytes)
        return bytes
    }

    /// Appends a frame around `body`, which must have 1...65,535 bytes, to `bytes`.
    package static func append(_ body: [UInt8], to bytes: inout [UInt8]) {
        precondition((1...65_535).contains(body.count), "a frame holds 1 to 65,535 bytes")
        bytes.append(UInt8(body.count >> 8))
        bytes.append(UInt8(body.count & 0xFF))
        bytes += body
    }
}
