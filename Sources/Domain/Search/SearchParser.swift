/// Builds the expression tree of a search from its tokens, by recursive descent.
///
/// - Limit: at most `Limits.queryDepthMax` levels of parentheses; a list in parentheses counts as one.
struct SearchParser {
    private let tokens: [SearchToken]
    private var position = 0
    private var sort: SortOrder?
    private var terms = 0

    init(_ tokens: [SearchToken]) {
        self.tokens = tokens
    }

    /// Parses the whole query. `sort:` is taken out first, because it orders results and does not select any.
    mutating func query() throws(Problem) -> SearchQuery {
        var rest: [SearchToken] = []
        for token in tokens {
            guard case .qualifier(.sort, let values) = token.kind else {
                rest.append(token)
                continue
            }
            guard sort == nil else {
                throw .search(
                    "a search can have only one order", column: token.column, fix: "keep one sort:")
            }
            if let last = rest.last, case .not = last.kind {
                throw .search(
                    "sort: cannot be negated", column: last.column,
                    fix: "write \(SearchQualifier.sort.example) without a sign before it")
            }
            for value in values { sort = try SearchReading.order(value) }
        }
        var parser = SearchParser(rest)
        return SearchQuery(try parser.whole(), sort: sort)
    }

    private mutating func whole() throws(Problem) -> SearchExpression {
        guard !tokens.isEmpty else { return .everything }
        let result = try any(depth: 0)
        if let rest = current {
            throw .search(
                "this bracket closes nothing", column: rest.column,
                fix: "remove it, or open one before it")
        }
        return result
    }

    /// Parses alternatives up to a closing parenthesis or the end.
    private mutating func any(depth: Int) throws(Problem) -> SearchExpression {
        var parts = [try all(depth: depth)]
        while let token = current, case .or = token.kind {
            position += 1
            parts.append(try all(depth: depth))
        }
        return .either(parts)
    }

    /// Parses a conjunction up to an `or`, a closing parenthesis or the end.
    private mutating func all(depth: Int) throws(Problem) -> SearchExpression {
        var parts = [try negation(depth: depth)]
        while let token = current {
            switch token.kind {
            case .or, .close: return .joined(parts)
            case .and: position += 1
            case .open, .not, .words, .tag, .address, .qualifier: break
            }
            parts.append(try negation(depth: depth))
        }
        return .joined(parts)
    }

    private mutating func negation(depth: Int) throws(Problem) -> SearchExpression {
        var isNegated = false
        while let token = current, case .not = token.kind {
            isNegated.toggle()
            position += 1
        }
        let inner = try atom(depth: depth)
        return isNegated ? inner.opposite : inner
    }

    private mutating func atom(depth: Int) throws(Problem) -> SearchExpression {
        guard let token = current else { throw nothing(at: tokens.last) }
        position += 1
        switch token.kind {
        case .open:
            try checkDepth(depth + 1, at: token)
            let inner = try any(depth: depth + 1)
            guard let closing = current, case .close = closing.kind else {
                throw .search(
                    "this bracket is never closed", column: token.column,
                    fix: "close it with \")\", or quote it to search for it")
            }
            position += 1
            return inner
        case .close, .and, .or, .not:
            throw nothing(at: token)
        case .words(let text, let isPrefix):
            try count(1, at: token)
            return .term(try SearchReading.words(text, isPrefix: isPrefix, column: token.column))
        case .tag(let value):
            try count(1, at: token)
            return .term(try SearchReading.tag(value))
        case .address(let text):
            try count(1, at: token)
            return .term(.text(.url, SearchText.folded(text)))
        case .qualifier(let qualifier, let values):
            try count(values.count, at: token)
            if values.count > 1 { try checkDepth(depth + 1, at: token) }
            var parts: [SearchExpression] = []
            for value in values {
                parts.append(try SearchReading.expression(qualifier, value))
            }
            return .either(parts)
        }
    }

    private var current: SearchToken? {
        position < tokens.count ? tokens[position] : nil
    }

    private mutating func count(_ more: Int, at token: SearchToken) throws(Problem) {
        terms += more
        guard terms <= Limits.queryTermsMax else {
            throw .search(
                "a search can have at most \(Limits.queryTermsMax) words, tags and qualifiers",
                column: token.column, fix: "search for fewer things at once")
        }
    }

    private func checkDepth(_ depth: Int, at token: SearchToken) throws(Problem) {
        guard depth <= Limits.queryDepthMax else {
            throw .search(
                "brackets nest at most \(Limits.queryDepthMax) deep", column: token.column,
                fix: "use fewer brackets")
        }
    }

    /// The problem reported when an operand is missing at `token`, or after the last token.
    private func nothing(at token: SearchToken?) -> Problem {
        let sign = token?.kind.sign ?? ""
        switch token?.kind {
        case .close:
            return .search(
                "there is nothing before this \")\"", column: token?.column,
                fix: "write something between the brackets, or remove them")
        case .open:
            return .search(
                "this bracket is never closed", column: token?.column,
                fix: "close it with \")\", or quote it to search for it")
        default:
            return .search(
                "\"\(sign)\" needs something to search for next to it", column: token?.column,
                fix: "write \(sign.quoted) to search for the word itself")
        }
    }
}
