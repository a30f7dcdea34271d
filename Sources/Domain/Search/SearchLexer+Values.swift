/// The value after `#` or a qualifier's colon: bare, quoted, or quoted with a mark before the quotes.
struct SearchValue {
    /// `=` or `@` immediately before the quotation mark; empty if the value is bare.
    var lead = ""
    /// The value; a bare one includes its marks.
    let text: String
    let isQuoted: Bool
    /// `*` or `/*` immediately after the closing quotation mark; empty if the value is bare.
    var tail = ""
    /// The column of its beginning, in scalars from 1.
    let column: Int

    /// The value for a qualifier in which marks have no meaning.
    var plain: String { lead + text + (tail == "*" ? "" : tail) }
}

extension SearchLexer {
    /// Reads one value at the position, which may be empty.
    mutating func value() throws(Problem) -> SearchValue {
        if let lead = leadBeforeQuote() {
            position += lead.unicodeScalars.count
            return try quotedValue(lead: lead)
        }
        return try bareValue(from: position)
    }

    /// Reads one value, or the values of a list in parentheses.
    mutating func values(of qualifier: SearchQualifier) throws(Problem) -> [SearchValue] {
        let open = position
        var result: [SearchValue] = []
        if peek() == "(" {
            position += 1
            result = try list(of: qualifier, from: open)
            if result.count > 1, !qualifier.takesList {
                throw .search(
                    "\(qualifier.rawValue): takes one value, not a list", column: open + 1,
                    fix: "try \(qualifier.example)")
            }
        } else {
            result = [try value()]
        }
        if let empty = result.first(where: { $0.plain.allSatisfy(\.isWhitespace) }) {
            throw .search(
                "\(qualifier.rawValue): needs a value right after the colon", column: empty.column,
                fix: "try \(qualifier.example)")
        }
        return result
    }

    /// Reads the items up to the closing parenthesis of the list opened at `open`.
    private mutating func list(
        of qualifier: SearchQualifier, from open: Int
    ) throws(Problem) -> [SearchValue] {
        var result: [SearchValue] = []
        while true {
            skipBlanks()
            result.append(try item())
            skipBlanks()
            switch peek() {
            case ",":
                position += 1
            case ")":
                position += 1
                return result
            case nil:
                throw .search(
                    "this bracket is never closed", column: open + 1,
                    fix: "write \(qualifier.rawValue):(one,two)")
            default:
                throw .search(
                    "a comma or a closing bracket is missing here", column: position + 1,
                    fix: "write \(qualifier.rawValue):(one,two), with quotes around odd values")
            }
        }
    }

    /// Reads one item of a list; a bare item may contain spaces.
    private mutating func item() throws(Problem) -> SearchValue {
        if leadBeforeQuote() != nil { return try value() }
        let start = position
        var end = position
        while let scalar = peek(), !",()\"".unicodeScalars.contains(scalar) {
            position += 1
            if !scalar.properties.isWhitespace { end = position }
        }
        return SearchValue(text: text(start..<end), isQuoted: false, column: start + 1)
    }

    /// Reads a bare value that began at `start`, from the position on. It ends at a space, at a quotation mark, or at a
    /// closing parenthesis that it did not open (`…/wiki/Quilt_(craft)`).
    mutating func bareValue(from start: Int) throws(Problem) -> SearchValue {
        var opened: [Int] = []
        scan: while let scalar = peek(), !scalar.properties.isWhitespace, scalar != "\"" {
            switch scalar {
            case "(": opened.append(position)
            case ")" where opened.isEmpty: break scan
            case ")": opened.removeLast()
            default: break
            }
            position += 1
        }
        if let open = opened.last {
            throw .search(
                "this bracket is never closed", column: open + 1,
                fix: "close it, or quote the value")
        }
        return SearchValue(text: text(start..<position), isQuoted: false, column: start + 1)
    }

    /// Reads a quoted value at the position, with a star that may follow it.
    mutating func quotedValue(lead: String) throws(Problem) -> SearchValue {
        let start = position
        position += 1
        var content = String.UnicodeScalarView()
        while let scalar = peek() {
            position += 1
            if scalar != "\"" {
                content.append(scalar)
            } else if peek() == "\"" {
                content.append(scalar)
                position += 1
            } else {
                return SearchValue(
                    lead: lead, text: String(content), isQuoted: true, tail: takeTail(),
                    column: start + 1)
            }
        }
        throw .search(
            "this quotation mark is never closed", column: start + 1,
            fix: "close it, or remove it")
    }

    private func leadBeforeQuote() -> String? {
        switch (peek(), peek(1)) {
        case ("\"", _): return ""
        case ("=", "\""): return "="
        case ("@", "\""): return "@"
        default: return nil
        }
    }

    private mutating func takeTail() -> String {
        let tail = peek() == "*" ? "*" : peek() == "/" && peek(1) == "*" ? "/*" : ""
        position += tail.unicodeScalars.count
        return tail
    }
}
