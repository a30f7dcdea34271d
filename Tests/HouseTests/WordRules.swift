extension Rule {
    /// Nobody knows who a person is; and a node is a thing.
    static let peopleAreThey = Rule(
        name: "a person is they, a node is it",
        remedy: "name the person, or write they, them or their",
        // The rule and its examples have to spell the words.
        isFor: { !($0.folder == "Tests" && $0.target == "HouseTests") },
        offences: { pronouns(in: $0.lines) })

    /// Returns where a line has one of the pronouns as a whole word, in any case.
    static func pronouns(in lines: [String]) -> [Offence] {
        lines.enumerated().flatMap { index, line in
            line.utf8.split { !isOfWord($0) }.filter { (2...7).contains($0.count) }
                .map { String(decoding: $0, as: UTF8.self).lowercased() }
                .filter(singular.contains)
                .map { Offence(line: index + 1, what: "the word \($0)") }
        }
    }

    private static let singular: Set<String> = [
        "he", "him", "his", "himself", "she", "her", "hers", "herself",
    ]

    // Letters beyond ASCII are of a word too: "Höhe" is none of them.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
