/// Parses the tags in one cell of a table.
enum TagCell {
    /// Parses tags as other programs write them: a JSON or Python list, or names separated by commas, bars or, without
    /// either, semicolons.
    static func tags(of cell: RawText) -> [RawText] {
        if let list = list(cell.bytes) { return list }
        let comma = UInt8(ascii: ",")
        let bar = UInt8(ascii: "|")
        let semicolon = UInt8(ascii: ";")
        let isPlain = cell.bytes.contains { $0 == comma || $0 == bar }
        return cell.bytes.split(maxSplits: RawText.tagCountMax) {
            isPlain ? $0 == comma || $0 == bar : $0 == semicolon
        }
        .prefix(RawText.tagCountMax).map { RawText($0, bytesMax: RawText.tagMax) }
    }

    /// Parses tags as `CSVWriter` writes them: separated by commas or bars; a backslash escapes the next character.
    static func escapedTags(of cell: RawText) -> [RawText] {
        var tags = [RawText()]
        var isEscaped = false
        for byte in cell.bytes {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if !isEscaped, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|") {
                guard tags.count < RawText.tagCountMax else { break }
                tags.append(RawText())
            } else {
                tags[tags.count - 1].bytes.append(byte)
            }
            isEscaped = false
        }
        return tags
    }

    // Parses `["sail", "small boats"]` or `['hive', 'honey & wax']`; nil if it is no such list.
    private static func list(_ bytes: [UInt8]) -> [RawText]? {
        var rest = bytes[...]
        func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }
        skipBlanks()
        guard rest.popFirst() == UInt8(ascii: "[") else { return nil }
        var tags: [RawText] = []
        skipBlanks()
        if rest.first == UInt8(ascii: "]") { return rest.count == 1 ? [] : nil }
        while let quote = rest.popFirst(), [0x22, 0x27].contains(quote) {
            var end = rest.startIndex
            while end < rest.endIndex, rest[end] != quote {
                end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end < rest.endIndex else { return nil }
            if tags.count < RawText.tagCountMax {
                tags.append(
                    JSONString.decode(rest[rest.startIndex..<end], bytesMax: RawText.tagMax))
            }
            rest = rest[(end + 1)...]
            skipBlanks()
            let mark = rest.popFirst()
            if mark == UInt8(ascii: "]") {
                skipBlanks()
                return rest.isEmpty ? tags : nil
            }
            guard mark == UInt8(ascii: ",") else { return nil }
            skipBlanks()
        }
        return nil
    }
}
