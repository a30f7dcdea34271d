/// Fills a frame's plain text up to one of few lengths, so that who sees the bytes go by learns less of
/// what is said: a link that was edited, or how large the rest of a photo is.
///
///     message | 1 u8 | zeros
///
/// The lengths are 256, 512, 1,024, 2,048 and 4,096; above those each power of two and fifteen between it and
/// the next, as far as a frame goes. So what is above 4 KiB costs at most a sixteenth more, which is what Padmé
/// would cost there (Nikitin and others: Reducing Metadata Leakage from Encrypted Files and Communication with
/// PURBs, 2019); where messages are small there are fewer lengths than in that, because there a length says
/// most.
package enum FramePadding {
    /// Bytes of a frame's plain text: a Noise message of 65,535 less its tag.
    package static let plainMax = 65_519
    private static let least = 256
    private static let doubledUpTo = 4096

    /// The length of the plain text that carries a message of `count` bytes, at most `Message.bytesMax`.
    package static func length(forMessage count: Int) -> Int {
        let needed = count + 1
        guard needed > least else { return least }
        // The power of two that `needed` reaches, and does not exceed if it is one itself.
        let power = 1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)
        guard needed > doubledUpTo else { return power }
        let step = power / 32
        return min((needed + step - 1) / step * step, plainMax)
    }

    /// Fills `message` up.
    package static func fill(_ message: inout [UInt8]) {
        let length = length(forMessage: message.count)
        message.reserveCapacity(length)
        message.append(1)
        message.append(contentsOf: repeatElement(0, count: length - message.count))
    }

    /// The message that `plain` was before it was filled up.
    ///
    /// - Throws: `truncated` without the mark, `notCanonical` for another length than `fill` gives.
    package static func strip(_ plain: [UInt8]) throws(WireError) -> [UInt8] {
        guard let mark = plain.lastIndex(where: { $0 != 0 }), plain[mark] == 1 else {
            throw .truncated(offset: plain.count)
        }
        guard plain.count == length(forMessage: mark) else { throw .notCanonical(offset: mark) }
        return Array(plain[..<mark])
    }
}
