/// A search made ready: every name in it looked up, every word and tag turned into the rows that
/// have it. What is left to ask of a row are the tests.
indirect enum SearchPlan {
    /// Nothing is asked.
    case everything
    /// Each of these; cheap ones first.
    case all([SearchPlan])
    /// At least one of these; cheap ones first.
    case any([SearchPlan])
    /// Not this.
    case not(SearchPlan)
    /// One of these rows.
    case rows(RowSet)
    /// What a row's columns say.
    case test(SearchTest)

    /// The rows outside of which nothing matches; nil if that is not known.
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

    /// The span of `added` outside of which nothing matches.
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

    /// Every time there is.
    static let everAdded = Int64.min..<Int64.max

    /// It asks more of a row than which words and tags it has and that it is not in the trash.
    var hasTests: Bool {
        switch self {
        case .everything, .rows, .test(.isTrashed): return false
        case .all(let parts), .any(let parts): return parts.contains { $0.hasTests }
        case .not(let inner): return inner.hasTests
        case .test: return true
        }
    }

    /// How much it asks of a row, relative to others.
    var cost: Int {
        switch self {
        case .everything, .rows: return 0
        case .all(let parts), .any(let parts): return parts.map(\.cost).max() ?? 0
        case .not(let inner): return inner.cost
        case .test(let test): return test.cost
        }
    }
}

/// One question to the columns of a row.
enum SearchTest: Equatable {
    /// This folded text stands in the folded column.
    case contains(SearchColumn, [UInt8])
    /// The address has this host or one under it.
    case site(String)
    /// The word or phrase stands in a text or, a word, in a tag.
    case stands(TextNeedle)
    /// Its author is one of these rows of `people`; rising.
    case authors([Int64])
    case isUnread(Bool)
    case isTrashed
    /// It is in this audience beside its home; nil for any.
    case isPlaced(Int64?)
    case hasTags
    /// Saved within this span of milliseconds.
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

/// A column of text; the raw value is its place in `SearchRow.columns`.
enum SearchColumn: Int32, Equatable {
    case title = 6
    case url = 7
    case note = 8
}
