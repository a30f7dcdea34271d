/// An error in the text of a scenario, with its place and a remedy.
package struct ScenarioError: Error, Equatable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// In characters, counted from 1.
    package let column: Int
    /// What is wrong.
    package let what: String
    /// What to write instead.
    package let mend: String

    init(line: Int, column: Int, _ what: String, mend: String) {
        self.line = line
        self.column = column
        self.what = what
        self.mend = mend
    }

    /// Returns it in the form that compilers use.
    package func text(in file: String) -> String {
        "\(file):\(line):\(column): \(what); \(mend)"
    }
}

/// Suggestions for misspelled words.
enum Guess {
    /// Returns the word of `known` that is closest to `word`; nil if none is close.
    static func nearest(to word: String, in known: [String]) -> String? {
        let ranked = known.map { (distance(Array(word.lowercased()), Array($0)), $0) }
        let best = ranked.min { $0 < $1 }
        guard let best, best.0 <= max(1, min(2, (word.count + 1) / 2)) else { return nil }
        return best.1
    }

    /// Lists up to `most` words, with commas and a final `or`.
    static func list(_ words: [String], most: Int = 12) -> String {
        guard words.count > 1 else { return words.first ?? "nothing" }
        guard words.count <= most else {
            return words.prefix(most).joined(separator: ", ") + ", ..."
        }
        return words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])"
    }

    // The edit distance. - Source: Wagner and Fischer, 1974.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard left.count <= 64, right.count <= 64 else { return 64 }
        var row = Array(0...right.count)
        for (place, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for (other, candidate) in right.enumerated() {
                let change = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[other + 1]
                row[other + 1] = min(change, row[other + 1] + 1, row[other] + 1)
            }
        }
        return row[right.count]
    }
}
