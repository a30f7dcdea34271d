import API
import Domain

/// A search that finds something, one name away from one that finds nothing: somebody may have made a
/// slip in a tag, in who or where it is, or in a word of a title.
struct NearestSearch {
    private let client: Client
    private let source: ListSource

    init(_ client: Client, _ source: ListSource) {
        self.client = client
        self.source = source
    }

    /// The first of those searches with another name for one of the words of `query` that finds
    /// something; nil if none does.
    func search(near query: String) -> String? {
        let words = Self.words(of: query)
        for (index, word) in words.enumerated().prefix(Self.wordsMax) where Self.mayName(word) {
            for name in names(completing: word) where name != word {
                var other = words
                other[index] = name
                let text = other.joined(separator: " ")
                if finds(text) { return text }
            }
        }
        return nil
    }

    /// The words of a search; what stands in quotation marks is one.
    static func words(of query: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in query {
            if character == "\"" { isQuoted.toggle() }
            if character == " ", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// It names something, or is a word of a text: what has a sense of its own is no name.
    static func mayName(_ word: String) -> Bool {
        guard !["and", "or", "not"].contains(word.lowercased()), !word.hasPrefix("-"),
            !word.contains(where: { "()*".contains($0) })
        else { return false }
        return isQualified(word) || !word.contains(":")
    }

    private static func isQualified(_ word: String) -> Bool {
        TypedBeginning(word).sorts.count < Completion.Sort.allCases.count
    }

    // Searches for the names that may be meant, the best first. A word of a place's name means
    // the place rather than what is to be had there.
    private func names(completing word: String) -> [String] {
        guard let (found, _) = try? client.send(Complete(word, limit: Self.namesMax)) else {
            return []
        }
        return found.items.flatMap { completion in
            let isPlace = completion.type == Completion.Sort.place.rawValue
            return isPlace && !Self.isQualified(word)
                ? [completion.name.spelledAsValue, completion.query] : [completion.query]
        }
    }

    private func finds(_ query: String) -> Bool {
        let call = source.call(ThingSearch(query, limit: 1))
        guard let found: PageJSON<ThingJSON> = answer(to: call) else { return false }
        return !found.items.isEmpty
    }

    // A name may be no search as it stands: then it is no suggestion, and what was asked stays answered.
    private func answer<Answer: JSONConvertible>(to call: Call) -> Answer? {
        guard let reply = try? client.send(call) else { return nil }
        return try? reply.decoded(as: Answer.self)
    }

    /// Words of the search that are looked at, and names for each: at most a few dozen questions.
    private static let wordsMax = 6
    private static let namesMax = 3
}
