/// A parsed search: the condition on things, and the requested order.
///
///     query     := everything | any
///     any       := all ("or" all)*
///     all       := negation ("and"? negation)*
///     negation  := ("not" | "-" | "!")* atom
///     atom      := "(" any ")" | "#" tag | qualifier | "phrase" | word | prefix* | address
///     qualifier := name ":" value | name ":" "(" value ("," value)* ")"
///     tag       := name | "name" | name"/*"          in tag: also "="name
///
/// Case is ignored. Adjacent words must all match; `not` binds tighter than `and`, `and` tighter than `or`. Quoted text
/// contains no operators, and `""` in it is one quotation mark. An address (`https://…`) is searched for in the
/// address. The qualifiers are those of `SearchQualifier`.
/// - Limits: `Limits.queryBytesMax`, `queryTermsMax`, `queryDepthMax`; time is linear in the length.
package struct SearchQuery: Equatable, Sendable {
    /// The condition.
    package var expression: SearchExpression
    /// The order from `sort:`; nil if the query names none.
    package var sort: SortOrder?

    /// Creates a query in code rather than by parsing.
    package init(_ expression: SearchExpression, sort: SortOrder? = nil) {
        self.expression = expression
        self.sort = sort
    }

    /// Parses what a person typed; blank text matches everything.
    ///
    /// - Returns: the query, or an `invalidQuery` that names the column and what to type instead.
    /// - Law: the `spelled` form of an accepted query is accepted and means the same.
    package static func parse(_ text: String) -> Result<SearchQuery, Problem> {
        do throws(Problem) {
            try checkLength(text)
            var lexer = SearchLexer(text)
            var parser = SearchParser(try lexer.tokens())
            let query = try parser.query()
            // Lower-casing may lengthen the text, and a stored query must parse again.
            try checkLength(query.spelled)
            return .success(query)
        } catch {
            return .failure(error)
        }
    }

    /// Whether the query asks for things in the trash; all others exclude them.
    package var namesTrash: Bool { expression.contains(.isState(.trashed)) }

    private static func checkLength(_ text: String) throws(Problem) {
        guard text.utf8.count <= Limits.queryBytesMax else {
            throw .search(
                "a search can have at most \(Limits.queryBytesMax) bytes, not \(text.utf8.count)",
                fix: "search for fewer things at once")
        }
    }
}

/// A condition on things.
///
/// Trees from the parser are in normal form: `all` and `any` have two or more parts, none of them of their own case;
/// `not` never contains a `not`; `everything` occurs only alone or in a `not`.
package indirect enum SearchExpression: Equatable, Sendable {
    /// No condition.
    case everything
    /// All of these.
    case all([SearchExpression])
    /// At least one of these.
    case any([SearchExpression])
    /// The negation.
    case not(SearchExpression)
    /// A single test.
    case term(SearchTerm)

    /// The conjunction of `parts`, in normal form if they are.
    static func joined(_ parts: [SearchExpression]) -> SearchExpression {
        let flat = parts.flatMap { part -> [SearchExpression] in
            if case .all(let inner) = part { return inner }
            return part == .everything ? [] : [part]
        }
        return flat.count > 1 ? .all(flat) : flat.first ?? .everything
    }

    /// The disjunction of `parts`, which must not be empty, in normal form if they are.
    static func either(_ parts: [SearchExpression]) -> SearchExpression {
        let flat = parts.flatMap { part -> [SearchExpression] in
            if case .any(let inner) = part { return inner }
            return [part]
        }
        if flat.contains(.everything) { return .everything }
        return flat.count > 1 ? .any(flat) : flat.first ?? .everything
    }

    /// The value of `type:` for things of any kind.
    static let anyKind = "any"

    /// The negation, in normal form if `self` is.
    var opposite: SearchExpression {
        if case .not(let inner) = self { return inner }
        return .not(self)
    }

    fileprivate func contains(_ wanted: SearchTerm) -> Bool {
        contains(where: { $0 == wanted })
    }

    /// Whether any term in the tree satisfies `isSo`.
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
