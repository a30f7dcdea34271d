import Primitives

/// What one person reads to another in the same room: `7-candy-lizard`.
///
/// The number finds the node and is no secret. The two words are: 22 bits, enough because each code
/// takes one guess (`CPace`). Both are bound, so a code is all of it.
package struct ShortCode: Equatable, Sendable {
    /// 1...`numberMax`.
    package let number: UInt16
    /// The places of the two words in the list, 11 bits each.
    private let places: [Int]

    /// High enough that two in one room seldom have the same.
    package static let numberMax: UInt16 = 999
    /// Words by which two screens are compared.
    package static let comparedWords = 4

    /// A code of chance.
    ///
    /// - Parameter chance: fresh; all of it is used up.
    package init(chance: UInt64) {
        number = UInt16(1 + (chance >> 22) % UInt64(Self.numberMax))
        places = [Int(chance >> 11 & 0x7FF), Int(chance & 0x7FF)]
    }

    /// The code that somebody typed: case, and blanks instead of hyphens, do not matter.
    package init(text: some StringProtocol) throws(ShortCodeError) {
        let parts = text.lowercased().split { $0 == "-" || $0.isWhitespace }
        guard parts.count == 3 else { throw .form }
        guard parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), parts[0].utf8.first != 0x30,
            let number = UInt16(parts[0]), 1...Self.numberMax ~= number
        else { throw .number }
        var places: [Int] = []
        for (index, word) in parts.dropFirst().enumerated() {
            guard let place = RecoveryWords.number(of: word) else {
                throw .unknownWord(place: index + 1)
            }
            places.append(place)
        }
        self.number = number
        self.places = places
    }

    /// As it is read out, in the one spelling that counts.
    package var text: String {
        ([String(number)] + places.map { RecoveryWords.all[$0] }).joined(separator: "-")
    }

    /// The first words that `hash` stands for, at least 8 bytes.
    package static func words(of hash: [UInt8]) -> [String] {
        let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (1...comparedWords).map {
            RecoveryWords.all[Int(bits >> UInt64(64 - 11 * $0) & 0x7FF)]
        }
    }
}

/// Why a text is no code; never carries a word that was typed.
package enum ShortCodeError: Error, Equatable {
    /// Not a number and two words.
    case form
    /// The number is not from 1 to 999.
    case number
    /// This one of the two words, counted from one, is not in the list.
    case unknownWord(place: Int)
}
