import Primitives

/// A code that one person reads aloud to another in the same room: `7-candy-lizard`.
///
/// The number locates the node and is not secret. The two words are: 22 bits, enough because each code allows one guess
/// (`CPace`). The key exchange binds the number and both words.
package struct ShortCode: Equatable, Sendable {
    /// The number, 1...`numberMax`.
    package let number: UInt16
    /// The indices of the two words in the list, 11 bits each.
    private let places: [Int]

    /// The maximum number, large enough that two codes in one room are seldom equal.
    package static let numberMax: UInt16 = 999
    /// The number of words by which two screens are compared.
    package static let comparedWords = 4

    /// Creates a random code.
    ///
    /// - Parameter chance: fresh random bits, used only here.
    package init(chance: UInt64) {
        number = UInt16(1 + (chance >> 22) % UInt64(Self.numberMax))
        places = [Int(chance >> 11 & 0x7FF), Int(chance & 0x7FF)]
    }

    /// Parses a typed code; case is ignored, and spaces may replace hyphens.
    package init(text: some StringProtocol) throws(ShortCodeError) {
        let parts = text.lowercased().split { $0 == "-" || $0.isWhitespace }
        guard parts.count == 3 else { throw .form }
        guard parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), parts[0].utf8.first != 0x30,
            let number = UInt16(parts[0]), 1...Self.numberMax ~= number
        else { throw .number }
        var places: [Int] = []
        for (index, word) in parts.dropFirst().enumerated() {
            guard let place = MnemonicWords.number(of: word) else {
                throw .unknownWord(place: index + 1)
            }
            places.append(place)
        }
        self.number = number
        self.places = places
    }

    /// The canonical text, as read aloud.
    package var text: String {
        ([String(number)] + places.map { MnemonicWords.all[$0] }).joined(separator: "-")
    }

    /// Returns the words for the leading bits of `hash`, which has at least 8 bytes.
    package static func words(of hash: [UInt8]) -> [String] {
        let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (1...comparedWords).map {
            MnemonicWords.all[Int(bits >> UInt64(64 - 11 * $0) & 0x7FF)]
        }
    }
}

/// Why a text is no code; never contains a typed word.
package enum ShortCodeError: Error, Equatable {
    /// It is not a number and two words.
    case form
    /// The number is not between 1 and 999.
    case number
    /// The word at this position, counted from one, is not in the list.
    case unknownWord(place: Int)
}
