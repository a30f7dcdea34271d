/// The qualifiers, words before a colon in a search. Each detail that is searched by its word is one.
package enum SearchQualifier: Hashable, Sendable {
    case tag
    case title
    case url
    case site
    case page
    case note
    case by
    case collection
    case state
    case type
    case after
    case before
    case age
    case size
    case likes
    case dislikes
    case comments
    case comment
    case near
    case sort
    case costPerWear
    /// A detail that is searched by its word.
    case detail(DetailName)

    // Those that test no detail, in the order of the help text.
    private static let words: [(SearchQualifier, String)] = [
        (.tag, "tag"), (.title, "title"), (.url, "url"), (.site, "site"), (.page, "page"),
        (.note, "note"), (.by, "by"), (.collection, "in"), (.state, "is"), (.type, "type"),
        (.after, "after"), (.before, "before"), (.age, "age"), (.size, "size"), (.likes, "likes"),
        (.dislikes, "dislikes"), (.comments, "comments"), (.comment, "comment"), (.near, "near"),
        (.sort, "sort"), (.costPerWear, "cpw"),
    ]

    /// An example, shown when a use is wrong.
    package var example: String {
        switch self {
        case .tag: return "tag:sewing"
        case .title: return "title:quilt"
        case .url: return "url:/patterns/"
        case .site: return "site:example.org"
        case .page: return "page:https://example.org/quilts"
        case .note: return "note:\"try this\""
        case .by: return "by:me or by:@bob"
        case .collection: return "in:patterns"
        case .state: return "is:unread"
        case .type: return "type:garment"
        case .after: return "after:2026-01-31"
        case .before: return "before:2026-02"
        case .age: return "age:<7d"
        case .size: return "size:l"
        case .likes: return "likes:>=2"
        case .dislikes: return "dislikes:0"
        case .comments: return "comments:>0"
        case .comment: return "comment:\"too long\""
        case .costPerWear: return "cpw:<5EUR"
        case .near: return "near:52.52,13.405,5"
        case .sort: return "sort:added"
        case .detail(let name): return name.example
        }
    }

    /// A short explanation, for the help text.
    package var meaning: String {
        switch self {
        case .tag:
            return "has the tag or one below it; =name only that tag, name/* only those below it"
        case .title: return "the title contains this"
        case .url: return "the address contains this"
        case .site: return "is on this host or a subdomain"
        case .page: return "is this page or belongs to it, in any spelling of its address"
        case .note: return "the note contains this"
        case .by: return "is mine, or belongs to the friend with this name"
        case .collection:
            return
                "is in the collection with this name, in the group: group:lab, or shared with one "
                + "friend alone: @bob"
        case .state: return SearchState.allCases.map(\.rawValue).joined(separator: ", ")
        case .type: return "is of this kind: " + Kind.allCases.map(\.word).joined(separator: ", ")
        case .after: return "was saved on this day, month or year (UTC), or later"
        case .before: return "was saved before this day, month or year (UTC)"
        case .age: return "was saved less (<) or more (>) than this ago; h d w m (30 d) y (365 d)"
        case .size: return "takes a small, medium or large tile: s, m, l"
        case .likes: return "this many people like it, as far as you can see: 0, <3, >=10"
        case .dislikes: return "this many people dislike it"
        case .comments: return "it has this many comments"
        case .comment: return "a comment on it contains this"
        case .costPerWear: return "its price for each day it was worn: <20, >=5EUR"
        case .near:
            return
                "is within this many km of a latitude and longitude, or is at such a place; "
                + "10 km if not given"
        case .sort: return SortOrder.allCases.map(\.rawValue).joined(separator: ", ")
        case .detail(let name): return name.meaning
        }
    }

    /// Whether `name:(a,b)` is permitted, meaning any of the values; some qualifiers take a single value only.
    var takesList: Bool { ![.after, .before, .age, .sort, .near].contains(self) }
}

extension SearchQualifier: CaseIterable {
    /// All of them, in the order of the help text.
    package static let allCases =
        words.map(\.0) + DetailName.allCases.filter(\.isSearched).map(SearchQualifier.detail)

    /// The qualifier that is typed so; nil if there is none.
    package init?(rawValue: String) {
        guard let found = Self.known[rawValue] else { return nil }
        self = found
    }

    /// The word that people type before the colon.
    package var rawValue: String {
        if case .detail(let name) = self { return name.word }
        return Self.words.first { $0.0 == self }?.1 ?? ""
    }

    private static let known = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

extension Problem {
    /// The problem reported for an invalid search; `column` counts scalars from 1.
    static func search(_ detail: String, column: Int? = nil, fix: String) -> Problem {
        let place = column.map { " (column \($0))" } ?? ""
        return Problem(.invalidQuery, detail + place, fix: fix)
    }

    /// The problem reported for an unknown value of a qualifier whose values are words.
    static func search(
        unknown value: SearchValue, of qualifier: SearchQualifier, among words: [String]
    ) -> Problem {
        let name = qualifier.rawValue
        let nearest = Suggestion.nearest(to: value.plain, among: words)
        let known = words.map { "\(name):\($0)" }.joined(separator: " ")
        return .search(
            "\(name): cannot be \(Problem.quote(value.plain))", column: value.column,
            fix: nearest.map { "did you mean \(name):\($0)" } ?? "use one of \(known)")
    }
}

extension String {
    /// The text in quotation marks, as the search language reads them.
    var quoted: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// The search for this literal text: `name` and the quoted text, if that is short.
    func literal(after name: String = "") -> String {
        unicodeScalars.count <= 80 ? name + quoted : name + "\"...\""
    }
}
