import Primitives

/// Converts the typed values of a search into terms.
enum SearchReading {
    /// Converts bare or quoted words.
    static func words(
        _ text: String, isPrefix: Bool, column: Int
    ) throws(Problem) -> SearchTerm {
        let words = SearchText.runs(in: text)
        guard let first = words.first else {
            throw .search(
                "\(Problem.quote(text)) has no letter or digit to search for", column: column,
                fix: "remove it, or search one field: \(text.literal(after: "title:"))")
        }
        return words.count == 1
            ? .word(first, isPrefix: isPrefix) : .phrase(words, isPrefix: isPrefix)
    }

    /// Converts the value after `#` or `tag:`.
    static func tag(_ value: SearchValue) throws(Problem) -> SearchTerm {
        var name = Substring(value.text)
        var isExact = value.lead == "="
        var isBelow = value.tail == "/*"
        if !value.isQuoted {
            if name.hasPrefix("=") {
                isExact = true
                name.removeFirst()
            }
            if name.hasSuffix("/*") {
                isBelow = true
                name.removeLast(2)
            }
        }
        let hasStar = value.isQuoted ? value.tail == "*" : name.hasSuffix("*")
        guard !hasStar, !(isExact && isBelow) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a tag", column: value.column,
                fix: "write #name, #name/* for tags below it, or tag:=name for that tag only")
        }
        let folded = try folded(tag: String(name), column: value.column)
        return .tag(folded, scope: isExact ? .exact : isBelow ? .below : .withSubtree)
    }

    /// Converts the value of a qualifier other than `sort`.
    static func expression(
        _ qualifier: SearchQualifier, _ value: SearchValue
    ) throws(Problem) -> SearchExpression {
        switch qualifier {
        case .tag: return .term(try tag(value))
        case .title: return .term(.text(.title, try content(value)))
        case .url: return .term(.text(.url, try content(value)))
        case .note: return .term(.text(.note, try content(value)))
        case .site: return .term(.site(try site(value)))
        case .page: return .term(.page(try page(value)))
        case .by: return .term(.by(try person(value)))
        case .collection: return .term(.inCollection(try name(value.plain, value)))
        case .state: return .term(.isState(try state(value)))
        case .type: return try type(value)
        case .after: return .term(.after(try day(value, of: .after)))
        case .before: return .term(.before(try day(value, of: .before)))
        case .age: return .term(try age(value))
        case .size: return .term(.size(try size(value)))
        case .likes: return .term(try count(value, of: .likes))
        case .dislikes: return .term(try count(value, of: .dislikes))
        case .comments: return .term(try count(value, of: .comments))
        case .comment: return .term(.comment(try content(value)))
        case .costPerWear: return .term(try costPerWear(value))
        case .near: return .term(try near(value))
        case .sort: return .everything
        case .detail(let name): return try detail(name, value)
        }
    }

    // `year:2020..2024` is two tests of the same detail.
    private static func detail(
        _ name: DetailName, _ value: SearchValue
    ) throws(Problem) -> SearchExpression {
        guard name.value == .year, case let text = value.plain,
            let dots = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "..".utf8) }),
            case .success(let first) = name.value.canonical(String(text[..<dots]), of: name.word),
            case .success(let last) = name.value.canonical(
                String(text[text.utf8.index(dots, offsetBy: 2)...]), of: name.word),
            let from = name.value.amount(first), let to = name.value.amount(last)
        else { return .term(.detail(name, try name.test(value))) }
        return .all([
            .term(.detail(name, .amount(.atLeast, from, currency: nil))),
            .term(.detail(name, .amount(.atMost, to, currency: nil))),
        ])
    }

    /// Converts the value of `sort:`.
    static func order(_ value: SearchValue) throws(Problem) -> SortOrder {
        guard let order = SortOrder(rawValue: value.plain.lowercased()) else {
            throw .search(unknown: value, of: .sort, among: SortOrder.allCases.map(\.rawValue))
        }
        return order
    }

    private static func folded(tag name: String, column: Int) throws(Problem) -> String {
        do throws(Problem) {
            // Folding may lengthen the name, and the result must be a valid tag itself, because the query is spelled
            // with it.
            return try TagName.normalise(try TagName.normalise(name).get().folded).get().folded
        } catch {
            throw .search(error.detail, column: column, fix: error.fix)
        }
    }

    /// Folds text to be found inside a field; a star after a bare value has no effect.
    private static func content(_ value: SearchValue) throws(Problem) -> String {
        var text = value.plain
        while !value.isQuoted, text.hasSuffix("*") { text.removeLast() }
        let folded = SearchText.folded(text)
        guard !folded.isEmpty else {
            throw .search(
                "\(Problem.quote(value.plain)) has nothing to search for", column: value.column,
                fix: "write title:word or title:\"some words\"")
        }
        return folded
    }

    private static func site(_ value: SearchValue) throws(Problem) -> String {
        guard let host = SiteHost.typed(value.plain) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a host", column: value.column,
                fix: "try \(SearchQualifier.site.example)")
        }
        return host
    }

    private static func page(_ value: SearchValue) throws(Problem) -> String {
        switch BookmarkRules.address(value.plain, audience: .private) {
        case .success(let url): return CanonicalURL.canonical(url)
        case .failure(let problem):
            throw .search(problem.detail, column: value.column, fix: problem.fix)
        }
    }

    private static func person(_ value: SearchValue) throws(Problem) -> AuthorFilter {
        if !value.isQuoted, value.text.lowercased() == "me" { return .me }
        let isMarked = !value.isQuoted && value.text.hasPrefix("@")
        return .name(try name(isMarked ? String(value.text.dropFirst()) : value.text, value))
    }

    private static func name(_ text: String, _ value: SearchValue) throws(Problem) -> String {
        let folded = SearchText.folded(text).trimmed
        guard !folded.isEmpty else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a name", column: value.column,
                fix: "write a name, in quotes if it contains spaces")
        }
        return folded
    }

    private static func state(_ value: SearchValue) throws(Problem) -> SearchState {
        guard let state = SearchState(rawValue: value.plain.lowercased()) else {
            throw .search(unknown: value, of: .state, among: SearchState.allCases.map(\.rawValue))
        }
        return state
    }

    /// `bookmark` is accepted for `link`, the former name of what used to be the only kind.
    private static func type(_ value: SearchValue) throws(Problem) -> SearchExpression {
        let word = value.plain.lowercased()
        if word == SearchExpression.anyKind { return .everything }
        guard let kind = word == "bookmark" ? .link : Kind(word: word) else {
            let words = Kind.allCases.map(\.word) + [SearchExpression.anyKind]
            throw .search(unknown: value, of: .type, among: words)
        }
        return .term(.kind(kind))
    }

    private static func day(
        _ value: SearchValue, of qualifier: SearchQualifier
    ) throws(Problem) -> WallTime {
        guard let time = SearchDay.start(of: value.plain) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a day, month or year from 1970 to 9999",
                column: value.column, fix: "try \(qualifier.example), a month or a year")
        }
        return time
    }

    private static func age(_ value: SearchValue) throws(Problem) -> SearchTerm {
        let bound: AgeBound? =
            value.plain.hasPrefix("<") ? .under : value.plain.hasPrefix(">") ? .over : nil
        guard let bound, let length = SearchAge.duration(value.plain.dropFirst()) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not an age of at most 100 years",
                column: value.column,
                fix: "write age:<7d or age:>2w; units are h d w m y")
        }
        return .age(bound, length)
    }

    private static func count(
        _ value: SearchValue, of counted: ReactionCount
    ) throws(Problem) -> SearchTerm {
        let (bound, rest) = DetailTest.Bound.leading(value.plain)
        guard let edge = Int64(rest), (0...1_000_000_000).contains(edge) else {
            let words = counted == .comments ? ", or \(value.plain.literal(after: "comment:"))" : ""
            throw .search(
                "\(Problem.quote(value.plain)) is not a number of \(counted.rawValue)",
                column: value.column, fix: "try \(counted.rawValue):>=2" + words)
        }
        return .reactions(counted, bound, edge)
    }

    private static func costPerWear(_ value: SearchValue) throws(Problem) -> SearchTerm {
        guard case .amount(let bound, let edge, let currency)? = try? DetailName.price.test(value)
        else {
            throw .search(
                "\(Problem.quote(value.plain)) is not an amount", column: value.column,
                fix: "try \(SearchQualifier.costPerWear.example)")
        }
        return .costPerWear(bound, edge, currency: currency)
    }

    private static func size(_ value: SearchValue) throws(Problem) -> TileSize {
        switch value.plain.lowercased() {
        case "s", "small": return .small
        case "m", "medium": return .medium
        case "l", "large": return .large
        default: throw .search(unknown: value, of: .size, among: ["s", "m", "l"])
        }
    }
}

extension String {
    /// The text without leading and trailing whitespace.
    fileprivate var trimmed: String {
        var view = unicodeScalars[...]
        while let first = view.first, first.properties.isWhitespace { view.removeFirst() }
        while let last = view.last, last.properties.isWhitespace { view.removeLast() }
        return String(String.UnicodeScalarView(view))
    }
}
