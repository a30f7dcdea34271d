/// Properties of scripts that a search needs, by Unicode block.
enum ScriptTable {
    /// Whether the scalar's block belongs to a script written without spaces, or whose words occur within longer ones.
    static func isWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value >= 0x0E00 && withoutBlanks.contains { $0.contains(value) }
    }

    /// Whether it is a mark that searches ignore.
    static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value >= 0x0300 && leftOut.contains { $0.contains(value) }
    }

    /// The ASCII scalar whose full-width form this is; else the scalar itself.
    static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
    }

    private static let withoutBlanks: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF,  // Thai, Lao
        0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Burmese
        0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF,  // Hangul
        0x1780...0x17FF,  // Khmer
        0x1950...0x19DF, 0x1A20...0x1AAF, 0xAA80...0xAADF,  // Tai
        0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // Han
        0x3021...0x302F, 0x3038...0x303B, 0x20000...0x3FFFD,
        0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F,  // Kana
        0x3100...0x312F, 0x31A0...0x31BF, 0xA000...0xA4CF,  // Bopomofo, Yi
        0xFFA0...0xFFDC,  // narrow Hangul
    ]

    private static let leftOut: [ClosedRange<UInt32>] = [
        0x0300...0x036F,  // on Latin, Greek and Cyrillic letters
        0x0591...0x05BD, 0x05BF...0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5,  // Hebrew
        0x05C7...0x05C7,
        0x0610...0x061A, 0x0640...0x0640, 0x064B...0x065F, 0x0670...0x0670,  // Arabic
        0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7...0x06E8, 0x06EA...0x06ED, 0x0898...0x089F,
        0x08CA...0x08E1, 0x08E3...0x08FF,
        0xFE00...0xFE0F, 0xE0100...0xE01EF,  // variation selectors
    ]
}
