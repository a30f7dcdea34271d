/// A story for a world, as it is written in a file: who there is, what happens when, what must
/// hold. The manual is docs/simulation.md.
package struct Scenario: Equatable, Sendable {
    /// One line of the file.
    package struct Line: Equatable, Sendable {
        /// Counted from 1.
        package let number: Int
        /// Nil of a line that says nothing.
        package let statement: ScenarioStatement?
        /// With its #.
        package let comment: String?
    }

    package let lines: [Line]
    /// Who and what has a name in it.
    let names: ScenarioNames

    /// Reads a scenario.
    package init(text: String) throws(ScenarioError) {
        var parser = ScenarioParser()
        try parser.read(text)
        lines = parser.lines
        names = parser.names
    }

    /// One of these statements, checked as if they had been read.
    init(comments: [String], _ statements: [ScenarioStatement]) throws(ScenarioError) {
        let remarks = comments.map { comment in
            "# " + String(comment.prefix(500).map { $0.isNewline ? " " : $0 })
        }
        let lines = remarks + statements.map(\.text)
        try self.init(text: lines.joined(separator: "\n"))
    }

    /// All of it, in the one form that it has.
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
            // One empty line where there were several, and none at the beginning.
            if !(isEmpty && isBlank) { text += parts.joined(separator: "  ") + "\n" }
            isBlank = isEmpty
        }
        while text.hasSuffix("\n\n") { text.removeLast() }
        return text
    }

    /// What it is called; nil if it does not say.
    package var title: String? {
        statements.first { $0.verb == .scenario }?.word("title")
    }

    /// What is said, in its order.
    var statements: [ScenarioStatement] { lines.compactMap(\.statement) }

    /// The world's chance; 1 if it does not say.
    package var seed: UInt64 { statements.first { $0.verb == .seed }?.number() ?? 1 }

    /// The names of all machines, by number.
    package var places: [String] { names.hosts }
}

/// Who and what has a name in a scenario.
struct ScenarioNames: Equatable, Sendable {
    private(set) var people: [String] = []
    private(set) var spare: [String] = []
    private(set) var machines: [String] = []
    /// Whose the machines are.
    private(set) var holder: String?
    private(set) var groups: [String] = []

    /// A world has no more machines.
    static let hostsMax = 200

    /// All machines, by number.
    var hosts: [String] { people + spare + machines }

    /// The number of a machine.
    func number(of name: String) -> Int? { hosts.firstIndex(of: name) }

    /// Whether `word` is a name, a span of names or everybody.
    func isSpan(_ word: String) -> Bool { span(word) != nil }

    /// The numbers that `words` name, in their order.
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

    // What stands on both sides of two points.
    private static func ends(of word: String) -> (String, String)? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, !parts[0].isEmpty, !parts[2].isEmpty else {
            return nil
        }
        return (String(parts[0]), String(parts[2]))
    }

    /// The names that a declaration gives: `n1..n100` gives a hundred. Nil if it gives none.
    static func given(by word: String) -> [String]? {
        guard let (first, last) = ends(of: word) else { return isName(word) ? [word] : nil }
        let stem = first.prefix { !$0.isNumber }
        guard last.hasPrefix(stem), isName(first), isName(last),
            let from = Int(first.dropFirst(stem.count)), let to = Int(last.dropFirst(stem.count)),
            from <= to, to - from < hostsMax
        else { return nil }
        return (from...to).map { "\(stem)\($0)" }
    }

    /// Small letters, digits and hyphens, a letter first, at most 32.
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

    /// Whether `word` is taken, or may not be a name because it means something.
    func isTaken(_ word: String) -> Bool {
        hosts.contains(word) || groups.contains(word)
            || ["everybody", "me", "private", "friends", "public"].contains(word)
            || Verb.allCases.contains {
                $0.rawValue.split(separator: " ").first.map(String.init) == word
            }
    }
}
