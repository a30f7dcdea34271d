import Domain

/// Writes a Markdown list, for notes and pages.
///
///     - [title](address) #tag #another
///       the lines of the note
///
/// All content is text, never markup. - Source: CommonMark 0.31, sections 2.4 and 6.3.
enum MarkdownWriter {
    /// Appends the link to `bytes`.
    static func append(_ link: Bookmark, to bytes: inout [UInt8]) {
        bytes += "- [".utf8
        escape(link.title.isEmpty ? link.url : link.title, to: &bytes)
        bytes += "](".utf8
        address(link.url, to: &bytes)
        bytes += ")".utf8
        for tag in link.tags {
            bytes += " #".utf8
            // An underscore inside a tag is no markup, and a backslash before it would end the tag.
            escape(PinboardTag.spelled(tag), but: "_", to: &bytes)
        }
        bytes += "\n".utf8
        guard !link.note.isEmpty else { return }
        for line in link.note.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            let text = line.drop(while: \.isWhitespace)
            if !text.isEmpty {
                bytes += "  ".utf8
                begin(text, to: &bytes)
            }
            bytes += "\n".utf8
        }
    }

    /// Appends the beginning of a note's line so that it begins no list, heading, quotation, rule or table.
    private static func begin(_ line: Substring, to bytes: inout [UInt8]) {
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        if let mark = rest.first, digits.isEmpty ? "-+#>=|:".contains(mark) : ".)".contains(mark) {
            bytes += digits.utf8
            bytes += "\\\(mark)".utf8
            escape(rest.dropFirst(), to: &bytes)
        } else {
            escape(line, to: &bytes)
        }
    }

    /// Appends text with markup escaped; line ends and control characters become spaces.
    private static func escape(
        _ text: some StringProtocol, but plain: Character? = nil, to bytes: inout [UInt8]
    ) {
        for character in text {
            if character.isNewline || character.asciiValue.map({ $0 < 0x20 }) ?? false {
                bytes += " ".utf8
            } else {
                if "\\`*_[]<>&~!$".contains(character), character != plain { bytes += "\\".utf8 }
                bytes += String(character).utf8
            }
        }
    }

    /// Appends the address, in angle brackets if it could otherwise end early.
    private static func address(_ address: String, to bytes: inout [UInt8]) {
        let isPlain = address.utf8.allSatisfy { byte in
            byte > 0x20 && byte != 0x7F && !"()<>\\".utf8.contains(byte)
        }
        let mayHaveEntity = address.contains(";")
        if !isPlain { bytes += "<".utf8 }
        for byte in address.utf8 {
            switch byte {
            case 0..<0x20, 0x7F:
                bytes +=
                    ((byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "&") where mayHaveEntity: bytes += "\\&".utf8
            default: bytes.append(byte)
            }
        }
        if !isPlain { bytes += ">".utf8 }
    }
}
