import Glibc

/// A text encoding other than UTF-8.
///
/// - Source: WHATWG, "Encoding", section 4.2, for the labels; the system's iconv decodes.
struct Charset: Equatable {
    /// The name for iconv.
    private let name: String

    /// The default encoding of Excel.
    static let windows1252 = Charset(name: "CP1252")

    /// Whether it uses ASCII bytes for other letters, between escape sequences.
    var isShifted: Bool { name == "ISO-2022-JP" }

    private init(name: String) {
        self.name = name
    }

    /// Looks up an encoding by its label.
    ///
    /// - Returns: nil if no encoding has this label, or it is UTF-8.
    init?(label: String) {
        let folded = String(label.lowercased().filter { !$0.isWhitespace })
        guard let name = Self.names[folded] else { return nil }
        self.name = name
    }

    /// Whether a label means UTF-8.
    static func isUTF8(_ label: String) -> Bool {
        ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]
            .contains(label.lowercased().filter { !$0.isWhitespace })
    }

    /// Appends `bytes` in UTF-8 to `text`, in chunks, with U+FFFD for invalid sequences; returns false if the system
    /// lacks the encoding.
    func decode(_ bytes: FileBytes, to text: inout DecodedText) -> Bool {
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else {
            return false
        }
        defer { iconv_close(converter) }
        var room = [UInt8](repeating: 0, count: Self.partBytes)
        var place = 0
        // A character may span two chunks: the rest of one is put before the next.
        var rest: [UInt8] = []
        while place < bytes.count {
            let end = min(place + Self.partBytes, bytes.count)
            rest += bytes[place..<end]
            place = end
            let left = Self.decode(
                &rest, with: converter, isLast: place >= bytes.count, &room, to: &text)
            rest.removeFirst(rest.count - left)
        }
        return true
    }

    private static let partBytes = 64 * 1024
    /// An upper bound for the length of an incomplete character or escape sequence.
    private static let unfinishedBytesMax = 16

    // Decodes one chunk; returns the number of bytes at its end that begin an incomplete character.
    private static func decode(
        _ source: inout [UInt8], with converter: iconv_t, isLast: Bool, _ part: inout [UInt8],
        to text: inout DecodedText
    ) -> Int {
        source.withUnsafeMutableBytes { from in
            var input = from.bindMemory(to: CChar.self).baseAddress
            var left = from.count
            while left > 0 {
                let before = left
                var isUnfinished = false
                part.withUnsafeMutableBytes { to in
                    var output = to.bindMemory(to: CChar.self).baseAddress
                    var room = to.count
                    let got = iconv(converter, &input, &left, &output, &room)
                    let isStopped = Int(truncatingIfNeeded: got) == -1
                    let why = isStopped ? errno : 0
                    text.append(to.prefix(to.count - room))
                    guard isStopped, why != E2BIG, left > 0 else { return }
                    isUnfinished = why == EINVAL && !isLast && left < unfinishedBytesMax
                    guard !isUnfinished else { return }
                    // An invalid byte, or an incomplete sequence at the end.
                    text.append([0xEF, 0xBF, 0xBD])
                    input = input?.advanced(by: 1)
                    left -= 1
                }
                guard left < before, !isUnfinished else { break }
            }
            return left
        }
    }

    /// Encodings by label. Used for lookups only.
    private static let names: [String: String] = {
        var names: [String: String] = [:]
        var name = ""
        for word in labels.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word.hasSuffix(":") {
                name = String(word.dropLast())
            } else {
                names[String(word)] = name
            }
        }
        return names
    }()

    /// Each encoding's name for iconv, with its labels.
    private static let labels = """
        CP866: 866 cp866 csibm866 ibm866
        ISO-8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2
            iso_8859-2:1987 l2 latin2
        ISO-8859-3: csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3
            iso_8859-3:1988 l3 latin3
        ISO-8859-4: csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4
            iso_8859-4:1988 l4 latin4
        ISO-8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595
            iso_8859-5 iso_8859-5:1988
        ISO-8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6
            iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        ISO-8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7
            iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
        ISO-8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138
            iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
        ISO-8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
        ISO-8859-13: iso-8859-13 iso8859-13 iso885913
        ISO-8859-14: iso-8859-14 iso8859-14 iso885914
        ISO-8859-15: csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
        ISO-8859-16: iso-8859-16
        KOI8-R: cskoi8r koi koi8 koi8-r koi8_r
        KOI8-U: koi8-ru koi8-u
        MACINTOSH: csmacintosh mac macintosh x-mac-roman
        CP874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
        CP1250: cp1250 windows-1250 x-cp1250
        CP1251: cp1251 windows-1251 x-cp1251
        CP1252: ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100
            iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
        CP1253: cp1253 windows-1253 x-cp1253
        CP1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9
            iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
        CP1255: cp1255 windows-1255 x-cp1255
        CP1256: cp1256 windows-1256 x-cp1256
        CP1257: cp1257 windows-1257 x-cp1257
        CP1258: cp1258 windows-1258 x-cp1258
        MAC-UK: x-mac-cyrillic x-mac-ukrainian
        GB18030: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
            gb18030
        BIG5-HKSCS: big5 big5-hkscs cn-big5 csbig5 x-x-big5
        EUC-JP-MS: cseucpkdfmtjapanese euc-jp x-euc-jp
        ISO-2022-JP: csiso2022jp iso-2022-jp
        CP932: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
        UHC: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601
            ksc_5601 windows-949
        UTF-16BE: unicodefffe utf-16be
        UTF-16LE: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
        """
}
