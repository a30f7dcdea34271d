/// A search as a person types it, understood: what must hold, and the order he asked for.
///
///     query     := everything | any
///     any       := all ("or" all)*
///     all       := negation ("and"? negation)*
///     negation  := ("not" | "-" | "!")* atom
///     atom      := "(" any ")" | "#" tag | qualifier | "phrase" | word | prefix* | address
///     qualifier := name ":" value | name ":" "(" value ("," value)* ")"
///     tag       := name | "name" | name"/*"          in tag: also "="name
///
/// Upper and lower case are one. Words side by side must all hold; `not` binds tighter than `and`,
/// `and` tighter than `or`. In quotes nothing is an operator, and `""` is one quotation mark. An
/// address (`https://…`) looks in the address. The qualifiers are those of `SearchQualifier`.
/// - Limits: `Limits.queryBytesMax`, `queryTermsMax`, `queryDepthMax`; time grows with the length.
package struct SearchQuery: Equatable, Sendable {
    /// What must hold.
    package var expression: SearchExpression
    /// From `sort:`; nil if the query names no order.
    package var sort: SortOrder?

    /// A query built by the program, not typed.
    package init(_ expression: SearchExpression, sort: SortOrder? = nil) {
        self.expression = expression
        self.sort = sort
    }

    /// Reads what a person typed; nothing but blanks means everything.
    ///
    /// - Returns: the query, or an `invalidQuery` that names the place and what to type instead.
    /// - Law: whatever is accepted has a `spelled` that is accepted and means the same.
    package static func parse(_ text: String) -> Result<SearchQuery, Problem> {
        do throws(Problem) {
            try checkLength(text)
            var lexer = SearchLexer(text)
            var parser = SearchParser(try lexer.tokens())
            let query = try parser.query()
            // Lower case may be longer than what was typed, and a stored query must parse again.
            try checkLength(query.spelled)
            return .success(query)
        } catch {
            return .failure(error)
        }
    }

    /// The query asks for things in the trash; all others leave them out.
    package var namesTrash: Bool { expression.contains(.isState(.trashed)) }

    private static func checkLength(_ text: String) throws(Problem) {
        guard text.utf8.count <= Limits.queryBytesMax else {
            throw .search(
                "a search has at most \(Limits.queryBytesMax) bytes, this one \(text.utf8.count)",
                fix: "search for fewer things at once")
        }
    }
}

/// What must hold of a thing.
///
/// Trees from the parser are in normal form: `all` and `any` have two parts or more and never
/// their own kind as a part, `not` never holds a `not`, `everything` stands alone or in a `not`.
package indirect enum SearchExpression: Equatable, Sendable {
    /// Nothing is asked.
    case everything
    /// Each of these.
    case all([SearchExpression])
    /// At least one of these.
    case any([SearchExpression])
    /// Not this.
    case not(SearchExpression)
    /// One test.
    case term(SearchTerm)

    /// All of `parts`, in normal form if they are.
    static func joined(_ parts: [SearchExpression]) -> SearchExpression {
        let flat = parts.flatMap { part -> [SearchExpression] in
            if case .all(let inner) = part { return inner }
            return part == .everything ? [] : [part]
        }
        return flat.count > 1 ? .all(flat) : flat.first ?? .everything
    }

    /// One of `parts`, which are not empty, in normal form if they are.
    static func either(_ parts: [SearchExpression]) -> SearchExpression {
        let flat = parts.flatMap { part -> [SearchExpression] in
            if case .any(let inner) = part { return inner }
            return [part]
        }
        if flat.contains(.everything) { return .everything }
        return flat.count > 1 ? .any(flat) : flat.first ?? .everything
    }

    /// What `type:` says of every kind together.
    static let anyKind = "any"

    /// The opposite, in normal form if `self` is.
    var opposite: SearchExpression {
        if case .not(let inner) = self { return inner }
        return .not(self)
    }

    fileprivate func contains(_ wanted: SearchTerm) -> Bool {
        contains(where: { $0 == wanted })
    }

    /// One of its terms, wherever it stands, is so.
    package func contains(where isSo: (SearchTerm) -> Bool) -> Bool {
        switch self {
        case .everything: return false
        case .all(let parts), .any(let parts):
            return parts.contains { $0.contains(where: isSo) }
        case .not(let inner): return inner.contains(where: isSo)
        case .term(let term): return isSo(term)
        }
    }
}
