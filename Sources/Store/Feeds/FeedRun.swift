import Domain

/// Takes a page from a stream: the matches, newest first, but at most two things of one author in a row as long as
/// others have something.
///
/// Nothing is shown twice or skipped, no matter what arrives between two pages, because at most one author waits at a
/// time. For two to wait, both would need something newer than the last row taken, and only one of them was blocked.
/// So a position names one author (`FeedPlace`).
struct FeedRun {
    private let store: Store
    private var stream: FeedStream
    private var tester: SearchTester
    private var place: FeedPlace

    /// The budget of one page, in steps: 50 ms.
    static let effort = SearchEffort(left: 100_000)

    /// Starts after `place`; every row of the stream is tested against `plan`.
    init(
        _ plan: SearchPlan, of stream: FeedStream, behind place: FeedPlace, store: Store,
        effort: SearchEffort = FeedRun.effort
    ) throws(StorageError) {
        self.store = store
        self.stream = stream
        self.place = place
        // The start costs the same for each page and must leave budget for making progress.
        _ = self.stream.takeCost()
        tester = SearchTester(visible: plan, of: store, me: try store.me, effort: effort)
    }

    /// The steps that the page may still use.
    var left: Int { tester.effort.left }

    /// Returns the next rows, at most `limit`, or fewer if finding others' things takes too long.
    ///
    /// - Returns: the position after them; nil if there is nothing more.
    mutating func page(
        _ limit: Int
    ) throws(StorageError) -> (rows: [Int64], next: FeedPlace?) {
        var rows: [Int64] = []
        while rows.count < limit {
            switch try next() {
            case .end: return (rows, nil)
            case .spent: return (rows, end)
            case .head(let head):
                try stream.take(head)
                place.row = min(place.row, head.row)
                tester.spend(SearchEffort.lookup)
                guard try matches(head.row) else { continue }
                rows.append(head.row)
                place.show(head.author)
            }
        }
        return (rows, end)
    }

    // Prefers other authors; takes the blocked author if there is nobody else.
    private mutating func next() throws(StorageError) -> FeedStream.Next {
        tester.spend(stream.takeCost() * SearchEffort.lookup)
        guard !tester.effort.isSpent else { return .spent }
        let rows = tester.effort.left / SearchEffort.lookup
        let blocked = place.blocked
        let found = try stream.next(except: blocked, atMost: rows)
        guard blocked != nil, case .end = found else { return found }
        return try stream.next(except: nil, atMost: rows)
    }

    // Every row read from the list and written by others was taken, and only the waiting author's walk has anything
    // above.
    private var end: FeedPlace {
        var end = place
        end.row = min(place.row, stream.readInList ?? .max)
        end.late = nil
        if let waiting = stream.top, waiting.row >= end.row {
            end.late = (author: waiting.author, row: waiting.row + 1)
        }
        return end
    }

    private mutating func matches(_ row: Int64) throws(StorageError) -> Bool {
        let statement = try store.database.statement(FeedRunSQL.row)
        statement.bind(1, row)
        defer { statement.reset() }
        guard try statement.step() else { return false }
        return try tester.matches(SearchCandidate(statement))
    }
}

private enum FeedRunSQL {
    static let row =
        "SELECT \(SearchCandidate.columns) FROM bookmarks WHERE object = ? ORDER BY object"
}
