/// A scenario as written in a file: the people, what happens when, and what must hold. The manual
/// is docs/internals/simulation.md.
package struct Scenario: Equatable, Sendable {
    /// One line of the file.
    package struct Line: Equatable, Sendable {
        /// Counted from 1.
        package let number: Int
        /// Nil for a line without a statement.
        package let statement: ScenarioStatement?
        /// Includes its #.
        package let comment: String?
    }

    package let lines: [Line]
    /// The names that it declares.
    let names: ScenarioNames

    /// Parses a scenario.
    package init(text: String) throws(ScenarioError) {
        var parser = ScenarioParser()
        try parser.read(text)
        lines = parser.lines
        names = parser.names
    }

    /// Creates a scenario from statements, checked as if they had been parsed.
    init(comments: [String], _ statements: [ScenarioStatement]) throws(ScenarioError) {
        let remarks = comments.map { comment in
            "# " + String(comment.prefix(500).map { $0.isNewline ? " " : $0 })
        }
        let lines = remarks + statements.map(\.text)
        try self.init(text: lines.joined(separator: "\n"))
    }

    /// The scenario in canonical form.
    package var text: String {
        var text = ""
        var isBlank = true
        var isInTurmoil = false
        for line in lines {
            isInTurmoil =
                line.statement.map { $0.verb == .turmoil || $0.verb.isChoice } ?? isInTurmoil
            let indent = line.statement?.verb.isChoice == true ? "    " : ""
            let parts = [line.statement.map { indent + $0.text }, line.comment].compactMap { $0 }
            let isEmpty = parts.isEmpty
            // Collapses several empty lines into one, and removes those at the beginning.
            if !(isEmpty && isBlank) { text += parts.joined(separator: "  ") + "\n" }
            isBlank = isEmpty
        }
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    /// The title; nil if it has none.
    package var title: String? {
        statements.first { $0.verb == .scenario }?.word("title")
    }

    /// The statements, in order.
    var statements: [ScenarioStatement] { lines.compactMap(\.statement) }

    /// The seed of the world; 1 if not given.
    package var seed: UInt64 { statements.first { $0.verb == .seed }?.number() ?? 1 }

    /// The names of all nodes, by number.
    package var places: [String] { names.hosts }
}

/// The names that a scenario declares.
struct ScenarioNames: Equatable, Sendable {
    private(set) var people: [String] = []
    private(set) var spare: [String] = []
    private(set) var machines: [String] = []
    /// The person with further devices.
    private(set) var holder: String?
    private(set) var groups: [String] = []

    /// The most nodes in a world.
    static let hostsMax = 200

    /// All nodes, by number.
    var hosts: [String] { people + spare + machines }

    /// Returns the number of a node.
    func number(of name: String) -> Int? { hosts.firstIndex(of: name) }

    /// Whether `word` is a name, a span of names or `everybody`.
    func isSpan(_ word: String) -> Bool { span(word) != nil }

    /// Returns the numbers of the nodes that `words` name, in order.
    func numbers(of words: [String]) -> [Int] {
        var seen: Set<Int> = []
        return words.flatMap { span($0) ?? [] }.filter { seen.insert($0).inserted }
    }

    private func span(_ word: String) -> [Int]? {
        if word == "everybody" { return Array(people.indices) }
        if let number = number(of: word) { return [number] }
        guard let (first, last) = Self.ends(of: word), let from = number(of: first),
            let to = number(of: last), from <= to
        else { return nil }
        return Array(from...to)
    }

    // Splits a span at its two dots.
    private static func ends(of word: String) -> (String, String)? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, !parts[0].isEmpty, !parts[2].isEmpty else {
            return nil
        }
        return (String(parts[0]), String(parts[2]))
    }

    /// Returns the names that a declaration gives: `n1..n100` gives a hundred. Nil if it gives
    /// none.
    static func given(by word: String) -> [String]? {
        guard let (first, last) = ends(of: word) else { return isName(word) ? [word] : nil }
        let stem = first.prefix { !$0.isNumber }
        guard last.hasPrefix(stem), isName(first), isName(last),
            let from = Int(first.dropFirst(stem.count)), let to = Int(last.dropFirst(stem.count)),
            from <= to, to - from < hostsMax
        else { return nil }
        return (from...to).map { "\(stem)\($0)" }
    }

    /// Whether `word` consists of lower-case letters, digits and hyphens, a letter first, at most
    /// 32.
    static func isName(_ word: String) -> Bool {
        guard let first = word.first, first.isLetter else { return false }
        return word.count <= 32
            && word.allSatisfy {
                $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
            }
    }

    mutating func add(people new: [String]) { people += new }
    mutating func add(spare new: [String]) { spare += new }
    mutating func add(machines new: [String], of person: String) {
        machines += new
        holder = person
    }
    mutating func add(group: String) { groups.append(group) }

    /// Whether `word` is taken, or reserved because it has a meaning.
    func isTaken(_ word: String) -> Bool {
        hosts.contains(word) || groups.contains(word)
            || ["everybody", "me", "private", "friends", "public"].contains(word)
            || Verb.allCases.contains {
                $0.rawValue.split(separator: " ").first.map(String.init) == word
            }
    }
}
