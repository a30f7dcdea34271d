/// Finds the word that a person probably meant.
package enum Suggestion {
    /// Returns the word nearest to `typed`, the first of equally near ones; nil if none is near: within one typing
    /// error for up to three letters, two for more.
    ///
    /// A typing error is an extra letter, a missing one, a wrong one, or two neighbours swapped.
    /// - Limit: words of more than `lettersMax` letters are not compared.
    /// - Source: optimal string alignment (Damerau 1964).
    package static func nearest(to typed: String, among words: [String]) -> String? {
        let letters = Array(typed.lowercased())
        guard letters.count <= lettersMax else { return nil }
        let slipsMax = letters.count <= 3 ? 1 : 2
        var best: (word: String, slips: Int)?
        for word in words where word.count <= lettersMax {
            let slips = slips(letters, Array(word.lowercased()))
            // A word none of whose letters was typed correctly is no suggestion.
            guard slips <= slipsMax, slips < letters.count else { continue }
            if slips < best?.slips ?? .max { best = (word, slips) }
        }
        return best?.word
    }

    /// Whether `word` begins with the typed letters apart from one typing error; false for fewer than `beginningMin`
    /// letters.
    static func nearlyBegins(_ word: Substring, with letters: [Character]) -> Bool {
        guard (beginningMin...lettersMax).contains(letters.count) else { return false }
        let beginning = Array(word.prefix(letters.count + 1))
        guard mayBegin(beginning, with: letters) else { return false }
        return (letters.count - 1...letters.count + 1).contains { length in
            length <= beginning.count && slips(letters, Array(beginning[..<length])) <= 1
        }
    }

    /// The minimum number of letters for which an error is tolerated.
    package static let beginningMin = 3

    // An error elsewhere than in the first letter keeps that letter; an error there keeps the second, or moves it. Most
    // words are thus excluded after comparing two letters.
    private static func mayBegin(_ beginning: [Character], with letters: [Character]) -> Bool {
        guard beginning.count > 1 else { return false }
        return beginning[0] == letters[0] || beginning[1] == letters[1]
            || beginning[0] == letters[1] || beginning[1] == letters[0]
    }

    /// The maximum length compared: the work is the product of both lengths.
    private static let lettersMax = 64

    private static func slips(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 1..<(left.count + 1) {
            var current = [row]
            for column in 1..<(right.count + 1) {
                let isSame = left[row - 1] == right[column - 1]
                var least = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2],
                    left[row - 2] == right[column - 1]
                {
                    least = min(least, beforeLast[column - 2] + 1)
                }
                current.append(least)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
