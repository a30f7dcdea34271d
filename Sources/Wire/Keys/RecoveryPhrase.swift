package import Primitives
import Sodium

/// The 24 words from which a person's identity can be restored on a new device.
///
/// - Shape: 256 bits, followed by the first 8 bits of their SHA-256; each word encodes 11 bits.
/// - Source: BIP-39 (github.com/bitcoin/bips), English list. Its key stretching is not used: the 256 bits themselves
///   are the seed.
package struct RecoveryPhrase: Equatable, Sendable {
    /// The 256 bits.
    package let entropy: Bytes32

    /// The number of words in a phrase.
    package static let wordCount = 24

    /// Creates the phrase of these bits.
    package init(entropy: Bytes32) {
        self.entropy = entropy
    }

    /// Parses a typed phrase; case, line ends and extra whitespace are ignored.
    package init(text: some StringProtocol) throws(RecoveryPhraseError) {
        let typed = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard typed.count == Self.wordCount else { throw .wordCount(typed.count) }
        var bits = BitString()
        for (index, word) in typed.enumerated() {
            guard let number = MnemonicWords.number(of: word) else {
                throw .unknownWord(place: index + 1)
            }
            bits.append(number, count: 11)
        }
        guard let entropy = Bytes32(bits.bytes.prefix(32)),
            bits.bytes.last == Self.checksum(of: entropy)
        else { throw .wrongChecksum }
        self.entropy = entropy
    }

    /// The words, in order.
    package var words: [String] {
        var bits = BitString()
        for byte in entropy.bytes + [Self.checksum(of: entropy)] {
            bits.append(Int(byte), count: 8)
        }
        return (0..<Self.wordCount).map { MnemonicWords.all[bits.number(at: $0 * 11, count: 11)] }
    }

    private static func checksum(of entropy: Bytes32) -> UInt8 {
        Hash.sha256(entropy.bytes).bytes[0]
    }
}

/// Why words are no phrase; never contains a typed word.
package enum RecoveryPhraseError: Error, Equatable {
    /// There are this many words instead of 24.
    case wordCount(Int)
    /// The word at this position, counted from one, is not in the list.
    case unknownWord(place: Int)
    /// All words exist, but one differs from the written phrase, or two are swapped.
    case wrongChecksum
}

/// A bit string, most significant bit first.
private struct BitString {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ number: Int, count added: Int) {
        for place in stride(from: added - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            let bit = UInt8(truncatingIfNeeded: number >> place & 1)
            bytes[bytes.count - 1] |= bit << UInt8(7 - count % 8)
            count += 1
        }
    }

    func number(at start: Int, count: Int) -> Int {
        (start..<(start + count)).reduce(0) { number, place in
            number << 1 | Int(bytes[place / 8] >> UInt8(7 - place % 8) & 1)
        }
    }
}
