/// One file of the project as the rules see it.
struct SourceFile: Sendable {
    /// The path from the package root, with `/`: `Sources/CRDT/Frontier.swift`.
    let path: String
    let lines: [String]
    let tokens: [Token]
    let literals: [Literal]

    init(path: String, text: String) {
        let lexer = Lexer(text)
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        tokens = lexer.tokens
        literals = lexer.literals
    }

    /// `Sources`, `Simulations` or `Tests`.
    var folder: String { part(0) }
    /// The target the file belongs to: the folder below `folder`.
    var target: String { part(1) }
    /// The target's layer and imports; nil for tests and for folders without a layer.
    var room: Room? { folder == "Tests" ? nil : House.room(named: target) }
    /// The file name without `.swift`.
    var stem: String {
        String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
    }

    private func part(_ index: Int) -> String {
        let parts = path.split(separator: "/")
        return index < parts.count ? String(parts[index]) : ""
    }

    /// Returns where a sequence of tokens begins, written with blanks between them: `"Date ( )"`; only within `range`
    /// if one is given.
    func places(of pattern: String, in range: Range<Int>? = nil) -> [Int] {
        let wanted = pattern.split(separator: " ").map(String.init)
        guard !wanted.isEmpty, tokens.count >= wanted.count else { return [] }
        let starts = 0..<(tokens.count - wanted.count + 1)
        return (range?.clamped(to: starts) ?? starts).filter { start in
            wanted.indices.allSatisfy { tokens[start + $0].text == wanted[$0] }
        }
    }

    /// Returns the tokens from the first brace after `index` to its closing brace; nil if there is none.
    func body(behind index: Int) -> Range<Int>? {
        tokens.indices.dropFirst(index + 1).first { tokens[$0].text == "{" }
            .map { $0..<closing($0) }
    }

    /// Returns the token at `index`, or an empty text beyond both ends.
    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    /// Returns the index of the bracket that closes the one at `open`; the last token if none does.
    func closing(_ open: Int) -> Int {
        var depth = 0
        for index in open..<tokens.count {
            if ["(", "[", "{"].contains(tokens[index].text) { depth += 1 }
            if [")", "]", "}"].contains(tokens[index].text) { depth -= 1 }
            if depth == 0 { return index }
        }
        return tokens.count - 1
    }
}

/// A word, a single mark, or the place of a literal.
struct Token: Equatable, Sendable {
    enum Kind: Sendable { case word, mark, literal }

    let kind: Kind
    let text: String
    let line: Int
    /// Whether a blank, a line end or a comment precedes it: distinguishes `a?` from `a ? b`.
    let afterSpace: Bool
}

/// The text of a string literal; literals joined by `+` are one.
struct Literal: Equatable, Sendable {
    /// The placeholder in `text` for code inside a literal.
    static let interpolation = " ? "

    let text: String
    /// The line of its first quote.
    let line: Int
    /// The number of tokens read when it closed.
    let tokenEnd: Int
}
