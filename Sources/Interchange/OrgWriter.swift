import Domain

/// Writes an Org mode outline.
///
///     ** [[address][title]] :tag:another:
///        : the lines of the note
///
/// All content is text, because Org includes files and runs code where markup asks for it.
/// - Source: Org syntax (orgmode.org/worg/org-syntax.html), `org-link-escape`.
enum OrgWriter {
    static let opening = Array("* Weft\n".utf8)

    /// A zero-width space, which breaks markup invisibly.
    private static let nothing = "\u{200B}"

    /// Appends the link to `bytes`.
    static func append(_ link: Bookmark, to bytes: inout [UInt8]) {
        bytes += "** [[\(address(link.url))]".utf8
        if !link.title.isEmpty { bytes += "[\(text(link.title))]".utf8 }
        bytes += "]".utf8
        if !link.tags.isEmpty {
            bytes += " :\(link.tags.map(tag).joined(separator: ":")):".utf8
        }
        bytes += "\n".utf8
        guard !link.note.isEmpty else { return }
        // Org shows a line after a colon and a space literally.
        for line in link.note.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            bytes += "   :\(line.isEmpty ? "" : " ")\(line)\n".utf8
        }
    }

    /// Escapes brackets with a backslash, and doubles backslashes before a bracket or at the end.
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

    /// Returns a title in which no link, time, footnote, macro or code begins or ends.
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

    /// Returns a tag of letters, digits and other permitted characters.
    private static func tag(_ name: String) -> String {
        String(
            name.map { character in
                let isKept = character.isLetter || character.isNumber || "_@#%".contains(character)
                return isKept ? character : "_"
            })
    }
}
