import Domain

extension Selection {
    /// Reads `words` as they stand behind a command.
    ///
    /// One word that can only be part of a search makes all of them one: a tag (`#crdt`), a
    /// qualifier (`is:unread`), a bracket, a quotation mark, a word with a blank, a denial.
    init(words: [String]) {
        if words.contains(where: Self.isSearch) {
            self = .query(words.joined(separator: " "))
        } else {
            self = .references(words.map { Reference(text: $0) })
        }
    }

    private static let opening: [Character] = ["#", "(", "\"", "!", "-"]

    private static func isSearch(_ word: String) -> Bool {
        if let first = word.first, opening.contains(first) { return true }
        return word.contains(" ") || isQualifier(word)
    }

    /// `name:value`, where an address has `//` behind its colon, or a scheme without a host.
    private static func isQualifier(_ word: String) -> Bool {
        guard let colon = word.firstIndex(of: ":") else { return false }
        let name = word[..<colon]
        let value = word[word.index(after: colon)...]
        return !value.hasPrefix("//") && !hostless.contains(name.lowercased())
            && !name.isEmpty && name.utf8.allSatisfy { 0x61...0x7A ~= $0 }
    }

    private static let hostless = ["mailto", "magnet", "geo", "urn", "tel", "doi", "data"]
}
