/// Converts between texts and JSON strings. - Source: RFC 8259 section 7.
enum JSONString {
    /// Returns the unescaped text between quotation marks, at most `bytesMax` bytes.
    static func decode(_ raw: ArraySlice<UInt8>, bytesMax: Int) -> RawText {
        let backslash = UInt8(ascii: "\\")
        guard raw.prefix(bytesMax + 1).contains(backslash) else {
            return RawText(raw, bytesMax: bytesMax)
        }
        var text = RawText()
        var index = raw.startIndex
        while index < raw.endIndex {
            guard text.bytes.count < bytesMax else {
                text.wasCut = true
                break
            }
            guard raw[index] == backslash, index + 1 < raw.endIndex else {
                text.bytes.append(raw[index])
                index += 1
                continue
            }
            let escaped = raw[index + 1]
            index += 2
            guard escaped == UInt8(ascii: "u") else {
                text.bytes.append(plain[escaped] ?? escaped)
                continue
            }
            let (scalar, length) = unicode(raw[index...])
            text.bytes += String(Character(scalar)).utf8
            index += length
        }
        return text
    }

    /// Appends `text` to `result`, in quotation marks. `<` is escaped too, so that the text can be embedded in a page.
    static func append(_ text: String, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                result.append(UInt8(ascii: "\\"))
                result.append(byte)
            case UInt8(ascii: "\n"): result += "\\n".utf8
            case 0..<0x20, UInt8(ascii: "<"), 0x7F:
                let hex = String(byte, radix: 16)
                result += ("\\u00" + (byte < 16 ? "0" : "") + hex).utf8
            default: result.append(byte)
            }
        }
        result.append(UInt8(ascii: "\""))
    }

    private static let plain: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    ]

    /// Decodes the four digits after `\u`, and the second half of a surrogate pair if there is one; returns the scalar
    /// and the number of bytes read. An unpaired half gives U+FFFD.
    private static func unicode(_ rest: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int) {
        guard let first = hex(rest) else { return ("\u{FFFD}", 0) }
        if let scalar = Unicode.Scalar(first) { return (scalar, 4) }
        let tail = rest.dropFirst(4)
        guard (0xD800..<0xDC00).contains(first), tail.starts(with: "\\u".utf8),
            let second = hex(tail.dropFirst(2)), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { return ("\u{FFFD}", 4) }
        return (scalar, 10)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt32? {
        let four = digits.prefix(4)
        guard four.count == 4, four.first != UInt8(ascii: "+"), four.first != UInt8(ascii: "-")
        else { return nil }
        return UInt32(Substring(decoding: four, as: UTF8.self), radix: 16)
    }
}
