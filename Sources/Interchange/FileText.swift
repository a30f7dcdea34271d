/// Converts the bytes of a file to UTF-8 from any known encoding.
enum FileText {
    /// The range in which a NUL byte proves that the file is no text; later ones are the fault of one entry.
    private static let probeBytes = 64 * 1024

    /// Decodes UTF-16 with a byte order mark, drops the mark of UTF-8, and decodes a page that declares its encoding.
    /// Text without a declaration that is neither UTF-8 nor looks like damaged UTF-8 is taken for windows-1252.
    ///
    /// - Parameter folder: the directory for a decoded copy; nil to decode in memory.
    /// - Returns: the text, and a notice for the person, if any.
    static func decode(
        _ bytes: FileBytes, in folder: String?
    ) throws(InterchangeError) -> (text: FileBytes, notice: String?) {
        for (mark, highFirst) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] {
            guard bytes.starts(with: mark) else { continue }
            var text = try DecodedText(in: folder)
            decodeUTF16(bytes, highFirst: highFirst, to: &text)
            return (try text.finished(), nil)
        }
        guard !bytes.prefix(probeBytes).contains(0) else { throw .binary }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = hasMark ? bytes.dropFirst(3) : bytes
        guard text.contains(where: { $0 > 0x20 }) else { throw .empty }
        guard !hasMark else { return (text, nil) }
        let label = declaredCharset(text)
        let isShifted = label.flatMap { Charset(label: $0) }?.isShifted == true
        guard isShifted || text.contains(where: { $0 >= 0x80 }) else { return (text, nil) }
        if let label {
            guard !Charset.isUTF8(label) else { return (text, nil) }
            var decoded = try DecodedText(in: folder)
            guard let charset = Charset(label: label), charset.decode(text, to: &decoded) else {
                throw .unknownCharset(label)
            }
            return (try decoded.finished(), nil)
        }
        guard isNoUTF8(text) else { return (text, nil) }
        var decoded = try DecodedText(in: folder)
        guard Charset.windows1252.decode(text, to: &decoded) else { return (text, nil) }
        return (
            try decoded.finished(), "the file is not in UTF-8, and was read as windows-1252"
        )
    }

    /// Returns the label in `<meta charset=…>`, `content="…; charset=…"` or `<?xml encoding="…"?>`, in lower case; nil
    /// if the first two kilobytes of a file that begins with `<` have none. In a bibliography that begins with `%` it
    /// is JabRef's, `% Encoding: Cp1252`.
    /// - Source: WHATWG, "HTML", section 13.2.3.2.
    private static func declaredCharset(_ bytes: FileBytes) -> String? {
        let first = bytes.first { $0 > 0x20 }
        if first == UInt8(ascii: "%") { return jabRefCharset(bytes) }
        guard first == UInt8(ascii: "<") else { return nil }
        let head = bytes.prefix(2048).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        var tags = head.split(separator: UInt8(ascii: "<")).map { $0.prefix { $0 != 0x3E } }
        tags.removeAll { !($0.starts(with: "meta".utf8) || $0.starts(with: "?xml".utf8)) }
        for tag in tags {
            let wanted = tag.first == UInt8(ascii: "?") ? "encoding" : "charset"
            guard let start = tag.indices.first(where: { tag[$0...].starts(with: wanted.utf8) })
            else { continue }
            var rest = tag[(start + wanted.utf8.count)...].drop { $0 <= 0x20 }
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop { $0 <= 0x20 || $0 == 0x22 || $0 == 0x27 }
            let label = rest.prefix { $0 > 0x20 && ![0x22, 0x27, 0x3B, 0x2F, 0x3F].contains($0) }
            if !label.isEmpty, label.count <= 64 { return String(decoding: label, as: UTF8.self) }
        }
        return nil
    }

    // JabRef uses Java's name of the encoding.
    private static func jabRefCharset(_ bytes: FileBytes) -> String? {
        let first = bytes.firstIndex { $0 > 0x20 && $0 != UInt8(ascii: "%") } ?? bytes.count
        let line = bytes[first..<min(first + 80, bytes.count)]
            .prefix { $0 != 0x0A && $0 != 0x0D }
        let words = String(decoding: line, as: UTF8.self).lowercased().split(separator: " ")
        guard words.first == "encoding:", words.count == 2 else { return nil }
        let label = words[1].replacing("_", with: "-")
        return label == "macroman" ? "macintosh" : String(label)
    }

    // Whether there are bytes beyond ASCII, but not one valid multi-byte character of UTF-8.
    private static func isNoUTF8(_ bytes: FileBytes) -> Bool {
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            guard lead >= 0xC2, lead <= 0xF4 else {
                index += 1
                continue
            }
            let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let rest = bytes[(index + 1)..<max(index + 1, min(index + length, bytes.count))]
            if rest.count == length - 1, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) { return false }
            index += 1
        }
        return true
    }

    private static func decodeUTF16(
        _ bytes: FileBytes, highFirst: Bool, to text: inout DecodedText
    ) {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return highFirst ? first << 8 | second : second << 8 | first
        }
        _ = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false,
            into: { text.append($0) })
    }
}

/// Counts lines as a reader advances.
struct LineCounter {
    private var counted = 0
    private var line = 1

    /// Returns the line of `offset`, from 1. Offsets must not decrease; each byte is read once.
    mutating func line(of offset: Int, in bytes: FileBytes) -> Int {
        while counted < min(offset, bytes.count) {
            if bytes[counted] == 0x0A { line += 1 }
            counted += 1
        }
        return line
    }
}
