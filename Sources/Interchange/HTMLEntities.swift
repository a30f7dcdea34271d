/// Decodes HTML character references: all names, and numbers as browsers read them.
///
/// Only references with a semicolon are decoded: `?a=1&copy=2` is an address that somebody forgot to escape, and `AT&T`
/// a name. - Source: WHATWG, "HTML", section 13.5.
enum HTMLEntities {
    /// Returns the text of `raw`, at most `bytesMax` bytes; line ends become LF.
    static func decode(_ raw: ArraySlice<UInt8>, bytesMax: Int) -> RawText {
        var text = RawText()
        let source = raw
        guard source.prefix(bytesMax + 1).contains(where: { $0 == ampersand || $0 == 0x0D }) else {
            return RawText(source, bytesMax: bytesMax)
        }
        var index = source.startIndex
        while index < source.endIndex {
            guard text.bytes.count < bytesMax else {
                text.wasCut = true
                break
            }
            let byte = source[index]
            if byte == ampersand, let (shown, end) = reference(source[(index + 1)...]) {
                text.bytes += shown.utf8
                index = end
            } else {
                let isPair =
                    byte == 0x0D && index + 1 < source.endIndex && source[index + 1] == 0x0A
                if !isPair { text.bytes.append(byte == 0x0D ? 0x0A : byte) }
                index += 1
            }
        }
        return text
    }

    private static let ampersand = UInt8(ascii: "&")

    /// The maximum length of a name.
    private static let nameMax = 31

    /// Decodes the reference at the beginning of `body`, the bytes after an ampersand; nil if there is none.
    private static func reference(_ body: ArraySlice<UInt8>) -> (String, end: Int)? {
        let name = body.prefix(nameMax + 1).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < body.endIndex, body[name.endIndex] == UInt8(ascii: ";"),
            let first = name.first
        else { return nil }
        let end = name.endIndex + 1
        guard first == UInt8(ascii: "#") else {
            return HTMLEntityNames.text(String(decoding: name, as: UTF8.self)).map { ($0, end) }
        }
        let digits = name.dropFirst()
        let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let text = Substring(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) ?? false,
            let value = UInt32(text, radix: isHex ? 16 : 10)
        else { return nil }
        return (String(Character(scalar(value))), end)
    }

    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(value) { return windows1252[Int(value - 0x80)] }
        return Unicode.Scalar(value).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}"
    }

    /// The characters that HTML reads for 128 to 159, where they are no control characters: windows-1252.
    /// - Source: WHATWG, "HTML", section 13.2.5.80.
    private static let windows1252: [Unicode.Scalar] = Array(
        """
        \u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\
        \u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\
        \u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\
        \u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}
        """.unicodeScalars)
}
