/// Splits a search into tokens with their columns. Reads every scalar once.
///
/// It works on scalars, not characters, so that a combining mark after a quotation mark changes nothing.
struct SearchLexer {
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    /// Returns all tokens, in order.
    mutating func tokens() throws(Problem) -> [SearchToken] {
        var result: [SearchToken] = []
        while true {
            skipBlanks()
            guard let first = peek() else { return result }
            let column = position + 1
            let kind = try token(from: first)
            result.append(SearchToken(kind: kind, column: column))
        }
    }

    private mutating func token(from first: Unicode.Scalar) throws(Problem) -> SearchToken.Kind {
        switch first {
        case "(":
            position += 1
            return .open
        case ")":
            position += 1
            return .close
        case "-", "!":
            guard let next = peek(1), !next.properties.isWhitespace else {
                throw .search(
                    "\"\(first)\" stands alone", column: position + 1,
                    fix: "put it directly before a word to exclude, or remove it")
            }
            position += 1
            return .not
        case "\"":
            let value = try quotedValue(lead: "")
            return .words(value.text, isPrefix: value.tail == "*")
        case "#":
            position += 1
            return .tag(try value())
        default:
            return try run()
        }
    }

    /// Reads an operator, a word, an address, or a qualifier with its values.
    private mutating func run() throws(Problem) -> SearchToken.Kind {
        let start = position
        while let scalar = peek(), !Self.endsRun(scalar) {
            if scalar == ":" {
                let name = text(start..<position)
                if let qualifier = SearchQualifier(rawValue: name.lowercased()) {
                    position += 1
                    return .qualifier(qualifier, try values(of: qualifier))
                }
                if isScheme(name) {
                    return .address(try bareValue(from: start).text)
                }
                try refuse(name, at: start)
            }
            position += 1
        }
        let word = text(start..<position)
        switch word.lowercased() {
        case "and": return .and
        case "or": return .or
        case "not": return .not
        default: return .words(word, isPrefix: word.unicodeScalars.last == "*")
        }
    }

    /// Whether the word before the colon at the position begins an address.
    private func isScheme(_ name: String) -> Bool {
        let known = ["http", "https", "ftp", "gemini", "mailto", "magnet", "file"]
        return known.contains(name.lowercased())
            || !name.isEmpty && peek(1) == "/" && peek(2) == "/"
    }

    /// Refuses an unknown qualifier: `author:bob` is most likely a mistake, but `12:30` is two words.
    private func refuse(_ name: String, at start: Int) throws(Problem) {
        guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else {
            return
        }
        var end = position
        while end < scalars.count, !Self.endsRun(scalars[end]) { end += 1 }
        let literal = text(start..<end).literal()
        let nearest = Suggestion.nearest(
            to: name, among: SearchQualifier.allCases.map(\.rawValue))
        throw .search(
            "there is no qualifier \(Problem.quote(name + ":"))", column: start + 1,
            fix: nearest.map {
                "did you mean \($0): (to search for the text itself, quote it: \(literal))"
            }
                ?? "to search for the text itself, quote it: \(literal); weft search --help lists "
                + "the qualifiers")
    }

    /// The scalar at a distance of `ahead` from the position; nil beyond the end.
    func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        position + ahead < scalars.count ? scalars[position + ahead] : nil
    }

    mutating func skipBlanks() {
        while let scalar = peek(), scalar.properties.isWhitespace { position += 1 }
    }

    func text(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    static func endsRun(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "(" || scalar == ")" || scalar == "\"" || scalar.properties.isWhitespace
    }
}

/// A token of a search.
struct SearchToken {
    let kind: Kind
    /// The column of its beginning, in scalars from 1.
    let column: Int

    enum Kind {
        case open
        case close
        case and
        case or
        case not
        /// Bare or quoted text; may contain several words, or none.
        case words(String, isPrefix: Bool)
        case tag(SearchValue)
        case address(String)
        case qualifier(SearchQualifier, [SearchValue])

        /// The token as typed, for messages.
        var sign: String {
            switch self {
            case .open: return "("
            case .close: return ")"
            case .and: return "and"
            case .or: return "or"
            case .not: return "not"
            case .words(let text, _), .address(let text): return text
            case .tag: return "#"
            case .qualifier(let qualifier, _): return qualifier.rawValue + ":"
            }
        }
    }
}
