import Domain

/// Takes a page off a stream: what matches, the last that came first, but no more than two things of
/// one author side by side as long as others have something.
///
/// Nothing is shown twice and nothing is passed over, whatever comes between two pages: at most one
/// author waits at a time. For two to wait, both must have had something newer than what was taken
/// last, and only one of them was blocked; so a place names one (`FeedPlace`).
struct FeedRun {
    private let store: Store
    private var stream: FeedStream
    private var tester: SearchTester
    private var place: FeedPlace

    /// What one page may do, in steps: 50 ms.
    static let effort = SearchEffort(left: 100_000)

    /// Behind `place`; `plan` is asked of every row of the stream.
    init(
        _ plan: SearchPlan, of stream: FeedStream, behind place: FeedPlace, store: Store,
        effort: SearchEffort = FeedRun.effort
    ) throws(StorageError) {
        self.store = store
        self.stream = stream
        self.place = place
        // To begin costs as much for each page, and must leave room for going on.
        _ = self.stream.takeCost()
        tester = SearchTester(visible: plan, of: store, me: try store.me, effort: effort)
    }

    /// Steps that the page may still do.
    var left: Int { tester.effort.left }

    /// The next rows, at most `limit`: fewer where others' things have to be looked for too long.
    ///
    /// - Returns: the place behind them; nil if there is nothing more.
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

    // Somebody else's first; whose turn it was not, if there is nobody else.
    private mutating func next() throws(StorageError) -> FeedStream.Next {
        tester.spend(stream.takeCost() * SearchEffort.lookup)
        guard !tester.effort.isSpent else { return .spent }
        let rows = tester.effort.left / SearchEffort.lookup
        let blocked = place.blocked
        let found = try stream.next(except: blocked, atMost: rows)
        guard blocked != nil, case .end = found else { return found }
        return try stream.next(except: nil, atMost: rows)
    }

    // Whatever was read of a list and is by others was taken, and no walk but that of who waits has
    // anything above it.
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
        return try tester.matches(SearchRow(statement))
    }
}

private enum FeedRunSQL {
    static let row = "SELECT \(SearchRow.columns) FROM bookmarks WHERE object = ? ORDER BY object"
}
