/// A prepared search: every name is resolved, and every word and tag is replaced by the rows that have it. Only the
/// tests remain to be evaluated for each row.
indirect enum SearchPlan {
    /// Matches every row.
    case everything
    /// Matches rows that match all parts, cheapest first.
    case all([SearchPlan])
    /// Matches rows that match at least one part, cheapest first.
    case any([SearchPlan])
    /// Matches rows that do not match the plan.
    case not(SearchPlan)
    /// Matches these rows.
    case rows(RowSet)
    /// Matches rows whose columns pass the test.
    case test(SearchTest)

    /// The rows outside which nothing matches; nil if unknown.
    var candidates: RowSet? {
        switch self {
        case .everything, .not, .test:
            return nil
        case .rows(let rows):
            return rows
        case .all(let parts):
            var result: RowSet?
            for part in parts {
                guard let rows = part.candidates else { continue }
                if result == nil { result = rows } else { result?.formIntersection(rows) }
            }
            return result
        case .any(let parts):
            var result = RowSet()
            for part in parts {
                guard let rows = part.candidates else { return nil }
                result.formUnion(rows)
            }
            return result
        }
    }

    /// The range of `added` outside which nothing matches.
    var added: Range<Int64> {
        switch self {
        case .test(.added(let span)):
            return span
        case .all(let parts):
            return parts.reduce(Self.everAdded) { $0.clamped(to: $1.added) }
        case .everything, .any, .not, .rows, .test:
            return Self.everAdded
        }
    }

    /// All times.
    static let everAdded = Int64.min..<Int64.max

    /// Whether evaluating a row takes more than its words, its tags and whether it is in the trash.
    var hasTests: Bool {
        switch self {
        case .everything, .rows, .test(.isTrashed): return false
        case .all(let parts), .any(let parts): return parts.contains { $0.hasTests }
        case .not(let inner): return inner.hasTests
        case .test: return true
        }
    }

    /// The relative cost of evaluating a row.
    var cost: Int {
        switch self {
        case .everything, .rows: return 0
        case .all(let parts), .any(let parts): return parts.map(\.cost).max() ?? 0
        case .not(let inner): return inner.cost
        case .test(let test): return test.cost
        }
    }
}

/// A test of a row's columns.
enum SearchTest: Equatable {
    /// The folded column contains this folded text.
    case contains(SearchColumn, [UInt8])
    /// The address has this host or a subdomain of it.
    case site(String)
    /// The word or phrase occurs in a text column or, if it is a word, in a tag.
    case stands(TextNeedle)
    /// The author is one of these rows of `people`, in ascending order.
    case authors([Int64])
    case isUnread(Bool)
    case isTrashed
    /// The thing is in this audience besides its home; nil means any.
    case isPlaced(Int64?)
    case hasTags
    /// The thing was saved in this range of milliseconds.
    case added(Range<Int64>)
    case size(Int64)
    case isKind(Int64)

    var cost: Int {
        switch self {
        case .isUnread, .isTrashed, .added, .size, .isKind: return 1
        case .authors, .isPlaced, .hasTags: return 2
        case .contains, .site: return 3
        case .stands: return 4
        }
    }
}

/// A text column; the raw value is its index in `SearchRow.columns`.
enum SearchColumn: Int32, Equatable {
    case title = 6
    case url = 7
    case note = 8
}
