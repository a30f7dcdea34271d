/// Character references of HTML, as far as bookmark files use them.
///
/// Only those with their semicolon count: `?a=1&copy=2` is an address that somebody forgot to
/// escape, and `AT&T` a name. - Source: HTML 4.01 section 24 (Latin-1), RFC 1866.
enum HTMLEntities {
    /// The text of `raw`, at most `bytesMax` of it; line ends become LF.
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
            if byte == ampersand, let (scalar, end) = reference(source[(index + 1)...]) {
                text.bytes += String(Character(scalar)).utf8
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

    /// The character that `body`, the bytes behind an ampersand, begins with a reference to.
    private static func reference(_ body: ArraySlice<UInt8>) -> (Unicode.Scalar, end: Int)? {
        let name = body.prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < body.endIndex, body[name.endIndex] == UInt8(ascii: ";"),
            let first = name.first
        else { return nil }
        let end = name.endIndex + 1
        guard first == UInt8(ascii: "#") else {
            return named[String(decoding: name, as: UTF8.self)].map { ($0, end) }
        }
        let digits = name.dropFirst()
        let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let text = Substring(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) ?? false,
            let value = UInt32(text, radix: isHex ? 16 : 10)
        else { return nil }
        return (Unicode.Scalar(value).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}", end)
    }

    /// Looked up only.
    private static let named: [String: Unicode.Scalar] = {
        var table: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "\u{2026}",
            "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
            "sbquo": "\u{201A}", "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}",
            "bull": "\u{2022}", "euro": "\u{20AC}", "trade": "\u{2122}", "lsaquo": "\u{2039}",
            "rsaquo": "\u{203A}", "dagger": "\u{2020}", "Dagger": "\u{2021}", "permil": "\u{2030}",
            "OElig": "\u{152}", "oelig": "\u{153}", "Scaron": "\u{160}", "scaron": "\u{161}",
            "Yuml": "\u{178}", "minus": "\u{2212}", "larr": "\u{2190}", "rarr": "\u{2192}",
        ]
        for (offset, name) in latin1.split(whereSeparator: { $0 == " " || $0 == "\n" }).enumerated()
        {
            table[String(name)] = Unicode.Scalar(UInt32(0xA0 + offset))
        }
        return table
    }()

    /// U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
        sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
        Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc
        Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
        THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave
        uacute ucirc uuml yacute thorn yuml
        """
}
