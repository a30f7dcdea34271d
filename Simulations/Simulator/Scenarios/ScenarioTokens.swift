/// A token of a scenario's line.
struct ScenarioToken: Equatable {
    enum Kind: Equatable {
        case word(String)
        /// The text between quotes, unescaped.
        case text(String)
        case colon
    }

    let kind: Kind
    /// In characters, counted from 1.
    let column: Int

    /// The token as shown in errors.
    var words: String {
        switch kind {
        case .word(let word): return "`\(word)`"
        case .text(let text): return ScenarioTokens.quoted(text)
        case .colon: return "`:`"
        }
    }
}

/// A line of a scenario, split into tokens.
///
///     word     anything without blanks, quotes, colons and #
///     text     "between quotes", in which \" is a quote, \\ a backslash, \n a new line
///     :        by itself
///     comment  from # to the end of the line
struct ScenarioTokens: Equatable {
    let tokens: [ScenarioToken]
    /// Includes its #; nil if there is none.
    let comment: String?
    /// The column after the last character.
    let end: Int

    /// The most characters of a line.
    static let lineMax = 4000

    init(_ text: Substring, line: Int) throws(ScenarioError) {
        let characters = Array(text.prefix(Self.lineMax + 1))
        guard characters.count <= Self.lineMax else {
            throw ScenarioError(
                line: line, column: Self.lineMax + 1,
                "a line of more than \(Self.lineMax) characters",
                mend: "write several lines")
        }
        var tokens: [ScenarioToken] = []
        var place = 0
        var comment: String?
        while place < characters.count {
            let (start, character) = (place, characters[place])
            if character.isWhitespace {
                place += 1
            } else if character == "#" {
                comment = Self.trimmed(characters[place...])
                place = characters.count
            } else if character == ":" {
                tokens.append(ScenarioToken(kind: .colon, column: start + 1))
                place += 1
            } else if character == "\"" {
                let text = try Self.text(in: characters, from: &place, line: line)
                tokens.append(ScenarioToken(kind: .text(text), column: start + 1))
            } else {
                while place < characters.count, Self.isInWord(characters[place]) { place += 1 }
                tokens.append(
                    ScenarioToken(
                        kind: .word(String(characters[start..<place])), column: start + 1))
            }
        }
        self.tokens = tokens
        self.comment = comment
        end = characters.count + 1
    }

    private static func isInWord(_ character: Character) -> Bool {
        !character.isWhitespace && character != "#" && character != ":" && character != "\""
    }

    private static func trimmed(_ characters: ArraySlice<Character>) -> String {
        var rest = characters
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    // Reads from one quote to the next.
    private static func text(
        in characters: [Character], from place: inout Int, line: Int
    ) throws(ScenarioError) -> String {
        let start = place
        var text = ""
        place += 1
        while place < characters.count {
            let character = characters[place]
            place += 1
            if character == "\"" { return text }
            guard character == "\\" else {
                text.append(character)
                continue
            }
            let escaped = place < characters.count ? characters[place] : " "
            switch escaped {
            case "\"", "\\": text.append(escaped)
            case "n": text.append("\n")
            default:
                throw ScenarioError(
                    line: line, column: place, "a backslash before `\(escaped)`",
                    mend: #"write \\ for a backslash, \" for a quote, \n for a new line"#)
            }
            place += 1
        }
        throw ScenarioError(
            line: line, column: start + 1, "a text that does not end",
            mend: "put a quote at its end")
    }

    /// Returns a text between quotes, as `init` reads it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where character.isNewline: result += "\\n"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}
