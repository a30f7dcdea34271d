import Primitives

extension SearchQuery {
    /// The canonical spelling of the query; empty means everything.
    ///
    /// - Law: `parse(spelled)` returns an equal query, if the tree is in normal form and its texts are folded, as the
    ///   parser makes them.
    package var spelled: String {
        let parts = [expression.spelled, sort.map { "sort:\($0.rawValue)" } ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension SearchExpression {
    fileprivate var spelled: String {
        switch self {
        case .everything:
            return ""
        case .all(let parts):
            return parts.map(\.spelledAsPart).joined(separator: " ")
        case .any(let parts):
            return parts.map(\.spelled).joined(separator: " or ")
        case .not, .term:
            return spelledAsPart
        }
    }

    /// The spelling as one operand of a conjunction.
    private var spelledAsPart: String {
        switch self {
        case .everything: return "type:" + SearchExpression.anyKind
        case .all, .any: return "(\(spelled))"
        case .not(let inner): return "-" + inner.spelledAsPart
        case .term(let term): return term.spelled
        }
    }
}

extension SearchTerm {
    fileprivate var spelled: String {
        switch self {
        case .word(let word, let isPrefix):
            let isOperator = ["and", "or", "not"].contains(word)
            return (isOperator ? word.quoted : word) + (isPrefix ? "*" : "")
        case .phrase(let words, let isPrefix):
            return words.joined(separator: " ").quoted + (isPrefix ? "*" : "")
        case .tag(let name, .exact): return "tag:=" + name.spelledAsValue
        case .tag(let name, .withSubtree): return "#" + name.spelledAsValue
        case .tag(let name, .below): return "#" + name.spelledAsValue + "/*"
        case .text(let field, let text): return "\(field.rawValue):" + text.spelledAsValue
        case .site(let host):
            return "site:" + (SiteHost.spellings(of: host).last ?? host).spelledAsValue
        case .page(let page): return "page:" + page.spelledAsValue
        case .by(.me): return "by:me"
        case .by(.name(let name)): return "by:@" + name.spelledAsValue
        case .inCollection(let name): return "in:" + name.spelledAsValue
        case .isState(let state): return "is:\(state.rawValue)"
        case .after(let time): return "after:" + SearchDay.spelled(time)
        case .before(let time): return "before:" + SearchDay.spelled(time)
        case .age(.under, let length): return "age:<" + SearchAge.spelled(length)
        case .age(.over, let length): return "age:>" + SearchAge.spelled(length)
        case .size(let size): return "size:\(size.letter)"
        case .kind(let kind): return "type:\(kind.word)"
        case .detail(let name, let test): return "\(name.word):" + test.spelled
        case .near(let position, let metres):
            return "near:\(position.text),\(Price.spelled(trimming: metres))"
        case .costPerWear(let bound, let edge, let currency):
            return "cpw:" + DetailTest.amount(bound, edge, currency: currency).spelled
        case .reactions(let counted, let bound, let edge):
            return "\(counted.rawValue):\(bound.rawValue)\(edge)"
        case .comment(let text): return "comment:" + text.spelledAsValue
        }
    }
}

extension DetailTest {
    fileprivate var spelled: String {
        switch self {
        case .equals(let text), .within(let text), .name(let text):
            return text.spelledAsValue
        case .amount(let bound, let edge, let currency):
            return bound.rawValue + Price.spelled(edge) + (currency ?? "")
        case .count(let bound, let edge): return "\(bound.rawValue)\(edge)"
        }
    }
}

extension String {
    /// The text as a value in a search: bare if the lexer gives no part of it a meaning, else quoted.
    package var spelledAsValue: String {
        guard let first = unicodeScalars.first, SearchText.isWordScalar(first) else {
            return quoted
        }
        let isPlain = unicodeScalars.allSatisfy { scalar in
            SearchText.isWordScalar(scalar) || "-_./:".unicodeScalars.contains(scalar)
        }
        return isPlain ? self : quoted
    }
}
