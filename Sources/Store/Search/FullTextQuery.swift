import Domain

/// Words and phrases as FTS5 spells them. - Source: sqlite.org/fts5.html, section 3.
enum FullTextQuery {
    /// What matches one term; nil if it is not one of text.
    static func spelled(_ term: SearchTerm) -> String? {
        switch term {
        case .word(let word, let isPrefix):
            return string([word], isPrefix)
        case .phrase(let words, let isPrefix):
            // Tags stand one behind the other in their column, and no phrase goes from one to
            // the next.
            return "({title url note} : \(string(words, isPrefix)))"
        case .tag, .text, .site, .page, .by, .inCollection, .isState, .after, .before, .age, .size,
            .kind, .detail, .costPerWear, .reactions, .comment, .near:
            return nil
        }
    }

    /// What matches every address with this host or one under it, and others; nil if the host has
    /// no words. What stands at the end of a host begins and ends a word.
    static func spelled(site: String) -> String? {
        let spellings = SiteHost.spellings(of: site).map(SearchText.runs).filter { !$0.isEmpty }
        guard !spellings.isEmpty else { return nil }
        return "url : (" + spellings.map { string($0, false) }.joined(separator: " OR ") + ")"
    }

    /// How the rows of several terms are joined, which FTS5 does faster than whoever gets them.
    enum Joint: String {
        case and = " AND "
        case or = " OR "
    }

    /// What matches all, or any, of `terms`, which are terms of text.
    static func joined(_ terms: [SearchTerm], by joint: Joint) -> String {
        terms.compactMap(spelled).joined(separator: joint.rawValue)
    }

    /// Beginnings that fit a large part of all words: FTS5 gathers all of their rows before it
    /// gives the first.
    static func shortPrefixes(in terms: [SearchTerm]) -> Int {
        terms.count { term in
            switch term {
            case .word(let word, true): return isShort(word)
            case .phrase(let words, true): return words.last.map(isShort) ?? true
            default: return false
            }
        }
    }

    // A letter that is a word has few words that begin with it.
    private static func isShort(_ beginning: String) -> Bool {
        let scalars = beginning.unicodeScalars
        return scalars.count < 3 && !scalars.contains(where: SearchText.standsAlone)
    }

    private static func string(_ words: [String], _ isPrefix: Bool) -> String {
        var quoted = "\""
        let units = words.flatMap { SearchText.units(of: $0) }
        for scalar in units.joined(separator: " ").unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + (isPrefix ? "\" *" : "\"")
    }
}
