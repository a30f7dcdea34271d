extension Rule {
    /// Without ORDER BY the order of rows is unspecified and may change with SQLite's query plan.
    static let selectsAreOrdered = Rule(
        name: "every SELECT has an ORDER BY",
        remedy: "add ORDER BY, or end a lookup by a unique key with `-- one row`",
        isFor: Scope.store,
        offences: { file in
            file.literals.filter { Statement($0.text).hasUnorderedSelect }.map { literal in
                let words = literal.text.split(whereSeparator: \.isWhitespace).prefix(6)
                return Offence(line: literal.line, what: words.joined(separator: " ") + " ...")
            }
        })

    /// SQLite has a clock and a random generator of its own; the simulator controls neither.
    static let sqlHasNoAmbientInput = Rule(
        name: "SQL takes time and chance as arguments",
        remedy: "bind the value",
        isFor: Scope.store,
        offences: { file in
            let ambient = ["RANDOM()", "RANDOMBLOB(", "CURRENT_TIME", "CURRENT_DATE", "'NOW'"]
            return file.literals.flatMap { literal in
                ambient.filter { literal.text.uppercased().contains($0) }
                    .map { Offence(line: literal.line, what: $0) }
            }
        })
}

/// A piece of SQL, as far as the order of its rows is concerned.
struct Statement {
    private struct Word {
        let text: String
        /// The number of open brackets around it.
        let depth: Int
    }

    private let words: [Word]
    private let isOneRow: Bool
    private static let aggregates = ["COUNT", "MAX", "MIN", "SUM", "TOTAL", "AVG", "EXISTS"]

    init(_ sql: String) {
        let end = sql.lastIndex { !$0.isWhitespace }.map { sql[...$0] } ?? ""
        isOneRow = end.hasSuffix("-- one row")
        words = Self.read(sql)
    }

    /// Whether some SELECT may return its rows in any order.
    var hasUnorderedSelect: Bool {
        !isOneRow && words.indices.contains { words[$0].text == "SELECT" && !isOrdered($0) }
    }

    private func isOrdered(_ select: Int) -> Bool {
        let depth = words[select].depth
        let rest = words[(select + 1)...].prefix { $0.depth >= depth && $0.text != ";" }
        let own = rest.filter { $0.depth == depth }.map(\.text)
        if own.contains("ORDER") { return true }
        if isBracketed(select) {
            return text(select - 2) == "EXISTS" || !own.contains("LIMIT")
        }
        if !own.contains("FROM") { return true }
        return !own.contains("GROUP") && columns(after: select).allSatisfy(isAggregate)
    }

    private func isBracketed(_ select: Int) -> Bool { text(select - 1) == "(" }

    private func text(_ index: Int) -> String {
        words.indices.contains(index) ? words[index].text : ""
    }

    /// Returns the expressions between SELECT and FROM, each as its words.
    private func columns(after select: Int) -> [[String]] {
        let depth = words[select].depth
        let list = words[(select + 1)...].prefix { $0.depth > depth || $0.text != "FROM" }
        return list.split { $0.depth == depth && $0.text == "," }.map { $0.map(\.text) }
    }

    private func isAggregate(_ column: [String]) -> Bool {
        let outer = column.drop { ["COALESCE", "IFNULL", "(", "NOT"].contains($0) }
        return outer.first.map(Self.aggregates.contains) ?? false
    }

    private static func read(_ sql: String) -> [Word] {
        var words: [Word] = []
        var depth = 0
        var rest = Substring(sql)
        while let first = rest.first {
            if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                words.append(Word(text: word.uppercased(), depth: depth))
                rest = rest.dropFirst(word.count)
            } else if first == "'" {
                rest = rest.dropFirst().drop { $0 != "'" }.dropFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else {
                if first == ")" { depth -= 1 }
                if !first.isWhitespace { words.append(Word(text: String(first), depth: depth)) }
                if first == "(" { depth += 1 }
                rest = rest.dropFirst()
            }
        }
        return words
    }
}
