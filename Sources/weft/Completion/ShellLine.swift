/// A line of bash before the cursor: the words of its last command, and the one being typed.
struct ShellLine: Equatable {
    /// The finished words, without their quotes.
    private(set) var words: [String] = []
    /// The beginning of the word at the cursor, without its quotes.
    private(set) var current = ""
    /// The beginning of the word as it is typed.
    private(set) var raw = ""
    /// The quotation mark that is open at the cursor.
    private(set) var quote: Quote?

    enum Quote: Character {
        case single = "'"
        case double = "\""
    }

    init(_ line: String) {
        var isEscaped = false
        for character in line { take(character, &isEscaped) }
    }

    private mutating func take(_ character: Character, _ isEscaped: inout Bool) {
        raw.append(character)
        if isEscaped {
            isEscaped = false
            // Between double quotes a backslash is itself before most characters (POSIX, 2.2.3).
            if quote == .double, !"$`\"\\".contains(character) { current.append("\\") }
            current.append(character)
        } else if character == "\\", quote != .single {
            isEscaped = true
        } else if let open = quote {
            if character == open.rawValue { quote = nil } else { current.append(character) }
        } else if let opened = Quote(rawValue: character) {
            quote = opened
        } else if character == " " || character == "\t" {
            raw.removeLast()
            end()
        } else if ";&|\n".contains(character) {
            // Another command begins.
            words = []
            (current, raw) = ("", "")
        } else {
            current.append(character)
        }
    }

    private mutating func end() {
        if !raw.isEmpty { words.append(current) }
        (current, raw) = ("", "")
    }

    /// The text that bash puts in the place of `replaced`, the end of `raw`, so that the word becomes `text`; nil if
    /// `text` does not begin as what stands before that.
    func replacement(of replaced: String, by text: String) -> String? {
        guard raw.hasSuffix(replaced) else { return Self.escaped(text, in: quote) }
        let kept = ShellLine(String(raw.dropLast(replaced.count)))
        guard text.hasPrefix(kept.current) else { return nil }
        let rest = String(text.unicodeScalars.dropFirst(kept.current.unicodeScalars.count))
        return Self.escaped(rest, in: kept.quote, isStart: kept.raw.isEmpty)
    }

    /// `text` as part of a word of bash that means it, behind an open quotation mark or behind none.
    static func escaped(_ text: String, in quote: Quote?, isStart: Bool = true) -> String {
        switch quote {
        case .single?: return text.replacing("'", with: "'\\''")
        case .double?:
            return String(
                text.flatMap { "$`\"\\".contains($0) ? ["\\", $0] : [$0] })
        case nil:
            var result = ""
            for scalar in text.unicodeScalars {
                let isSpecial =
                    scalar.isASCII && !isPlain(scalar)
                    || (isStart && result.isEmpty && (scalar == "#" || scalar == "~"))
                if isSpecial { result.append("\\") }
                result.unicodeScalars.append(scalar)
            }
            return result
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        default: return "-._/:@%+,=^#~".unicodeScalars.contains(scalar)
        }
    }
}
