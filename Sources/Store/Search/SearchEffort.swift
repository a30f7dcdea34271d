import Domain

/// The work that a search may still do before it is refused, because everything else in the node waits for it.
///
/// Work is counted in steps rather than time, so that the same search on the same replica always ends the same way. A
/// step is about half a microsecond (measured).
struct SearchEffort {
    private(set) var left: Int

    /// Two seconds.
    static let most = SearchEffort(left: 4_000_000)
    /// The cost of a prefix of one or two letters. FTS5 collects all its rows before returning the first: a tenth of
    /// a second among half a million links, so ten of these are too many.
    static let shortPrefix = 400_000
    /// The number of index rows read in one step.
    static let rowsEach = 4
    /// The cost of testing the columns of a row.
    static let row = 1
    /// The cost of finding a row by its row id.
    static let lookup = 3
    /// The cost of comparing a text.
    static let text = 1
    /// The cost of finding a row by its key and comparing its link's address.
    static let address = 10

    /// Whether the search has used up its budget.
    var isSpent: Bool { left < 0 }

    mutating func spend(_ steps: Int) { left -= steps }
}

extension Problem {
    static var tooBroad: Problem {
        Problem(
            .tooMany, "this search would take too long",
            fix: "add a word or a tag, or type more of a word")
    }

    static var tooManyTerms: Problem {
        Problem(
            .tooMany, "the collections in this search have too many conditions together",
            fix: "search in one collection at a time")
    }

    static func notIndexed(_ left: Int) -> Problem {
        Problem(
            .tooMany, "\(left) links are not indexed yet, and this search contains words",
            fix: "try again in a few seconds")
    }

    static func noCollection(_ name: String) -> Problem {
        Problem(.notFound, "there is no collection \(quote(name))", fix: "weft col ls")
    }

    /// - Parameter nearest: the contact with the most similar name.
    static func nobody(_ name: String, but nearest: String?) -> Problem {
        Problem(
            .notFound, "nobody is called \(quote(name)) here",
            fix: nearest.map { "did you mean by:@\($0.spelledAsValue)" } ?? "weft friend ls")
    }

    static func noGroup(_ name: String) -> Problem {
        Problem(.notFound, "you are not in a group \(quote(name))", fix: "weft group ls")
    }

    static func nothingWith(_ name: String) -> Problem {
        Problem(
            .notFound, "nothing is shared with \(quote(name)) alone",
            fix: "weft share REF --with \(quote(name))")
    }

    static func endless(_ name: String) -> Problem {
        Problem(
            .invalidQuery, "the collection \(quote(name)) contains itself, or too many others",
            fix: "remove in: from its query")
    }

    static func broken(_ name: String) -> Problem {
        Problem(
            .invalidQuery, "the query of the collection \(quote(name)) cannot be read here",
            fix: "remove it with weft col rm, and create it again")
    }
}
