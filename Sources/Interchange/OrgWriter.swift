import Domain

/// Writes an outline for Org mode.
///
///     ** [[address][title]] :tag:another:
///        : what the note says, a line each
///
/// What is said of a link is text: Org includes files and runs programs where a text asks for it.
/// - Source: Org syntax (orgmode.org/worg/org-syntax.html), `org-link-escape`.
enum OrgWriter {
    static let opening = Array("* Weft\n".utf8)

    /// Breaks what would be markup, and is not seen.
    private static let nothing = "\u{200B}"

    /// Puts the link behind `bytes`.
    static func append(_ link: Bookmark, to bytes: inout [UInt8]) {
        bytes += "** [[\(address(link.url))]".utf8
        if !link.title.isEmpty { bytes += "[\(text(link.title))]".utf8 }
        bytes += "]".utf8
        if !link.tags.isEmpty {
            bytes += " :\(link.tags.map(tag).joined(separator: ":")):".utf8
        }
        bytes += "\n".utf8
        guard !link.note.isEmpty else { return }
        // A line behind a colon and a blank is shown as it is.
        for line in link.note.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            bytes += "   :\(line.isEmpty ? "" : " ")\(line)\n".utf8
        }
    }

    /// Brackets behind a backslash, and backslashes before one, or at the end, twice.
    private static func address(_ address: String) -> String {
        var result = ""
        var backslashes = 0
        for character in address {
            if character == "\\" {
                backslashes += 1
                continue
            }
            let isBracket = character == "[" || character == "]"
            result += String(repeating: "\\", count: isBracket ? 2 * backslashes + 1 : backslashes)
            result.append(character.isNewline ? " " : character)
            backslashes = 0
        }
        return result + String(repeating: "\\", count: 2 * backslashes)
    }

    /// A title in which no link, time, footnote, macro or program begins or ends.
    private static func text(_ title: String) -> String {
        var result = ""
        for character in title {
            switch character {
            case "[", "]", "<": result += "\(character)" + nothing
            case "{": result += nothing + "{"
            case "@" where result.last == "@": result += nothing + "@"
            case _ where character.isNewline: result += " "
            default: result.append(character)
            }
        }
        return result.replacing("call_", with: "call_" + nothing)
    }

    /// Letters, digits, and what else a tag may be made of.
    private static func tag(_ name: String) -> String {
        String(
            name.map { character in
                let isKept = character.isLetter || character.isNumber || "_@#%".contains(character)
                return isKept ? character : "_"
            })
    }
}
