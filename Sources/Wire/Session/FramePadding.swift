/// Pads the plain text of frames to one of few lengths, so that an observer of the traffic learns less about it, such
/// as that a link was edited, or the size of a photo's last piece.
///
///     message | 1 u8 | zeros
///
/// The lengths are 256, 512, 1,024, 2,048 and 4,096; above, each power of two and fifteen steps between it and the
/// next, up to the maximum of a frame. Above 4 KiB the overhead is at most a sixteenth, as with Padmé (Nikitin et al.,
/// Reducing Metadata Leakage from Encrypted Files and Communication with PURBs, 2019). For small messages there are
/// fewer lengths than in Padmé, because there the length reveals most.
package enum FramePadding {
    /// The maximum length of a frame's plain text: a Noise message of 65,535 bytes less its tag.
    package static let plainMax = 65_519
    private static let least = 256
    private static let doubledUpTo = 4096

    /// The length of the plain text for a message of `count` bytes, which must be at most `Message.bytesMax`.
    package static func length(forMessage count: Int) -> Int {
        let needed = count + 1
        guard needed > least else { return least }
        // The smallest power of two that is at least `needed`.
        let power = 1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)
        guard needed > doubledUpTo else { return power }
        let step = power / 32
        return min((needed + step - 1) / step * step, plainMax)
    }

    /// Pads `message`.
    package static func fill(_ message: inout [UInt8]) {
        let length = length(forMessage: message.count)
        message.reserveCapacity(length)
        message.append(1)
        message.append(contentsOf: repeatElement(0, count: length - message.count))
    }

    /// Returns the message without its padding.
    ///
    /// - Throws: `truncated` if the mark is missing, `notCanonical` if the length differs from that of `fill`.
    package static func strip(_ plain: [UInt8]) throws(WireError) -> [UInt8] {
        guard let mark = plain.lastIndex(where: { $0 != 0 }), plain[mark] == 1 else {
            throw .truncated(offset: plain.count)
        }
        guard plain.count == length(forMessage: mark) else { throw .notCanonical(offset: mark) }
        return Array(plain[..<mark])
    }
}
