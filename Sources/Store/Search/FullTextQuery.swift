import Domain

/// Builds FTS5 query strings for words and phrases. - Source: sqlite.org/fts5.html, section 3.
enum FullTextQuery {
    /// Returns the query for one term; nil if it is not a text term.
    static func spelled(_ term: SearchTerm) -> String? {
        switch term {
        case .word(let word, let isPrefix):
            return string([word], isPrefix)
        case .phrase(let words, let isPrefix):
            // All tags share one column, and a phrase must not match across two tags.
            return "({title url note} : \(string(words, isPrefix)))"
        case .tag, .text, .site, .page, .by, .inCollection, .isState, .after, .before, .age, .size,
            .kind, .detail, .costPerWear, .reactions, .comment, .near:
            return nil
        }
    }

    /// Returns a query that matches every address whose host is this one or a subdomain, and possibly others; nil if
    /// the host has no words. A host's ends are word boundaries.
    static func spelled(site: String) -> String? {
        let spellings = SiteHost.spellings(of: site).map(SearchText.runs).filter { !$0.isEmpty }
        guard !spellings.isEmpty else { return nil }
        return "url : (" + spellings.map { string($0, false) }.joined(separator: " OR ") + ")"
    }

    /// The operator that joins several terms; FTS5 does this faster than its caller.
    enum Joint: String {
        case and = " AND "
        case or = " OR "
    }

    /// Returns a query that matches all, or any, of `terms`, which must be text terms.
    static func joined(_ terms: [SearchTerm], by joint: Joint) -> String {
        terms.compactMap(spelled).joined(separator: joint.rawValue)
    }

    /// Counts the prefixes that match a large part of all words: FTS5 collects all their rows before it returns the
    /// first.
    static func shortPrefixes(in terms: [SearchTerm]) -> Int {
        terms.count { term in
            switch term {
            case .word(let word, true): return isShort(word)
            case .phrase(let words, true): return words.last.map(isShort) ?? true
            default: return false
            }
        }
    }

    // A letter that is a word by itself begins few other words.
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
