import Domain

/// Visible rows of other people's things, newest first and separately for each author, so that an author with too
/// much can wait while others go first.
///
/// There are two sources: the index of others' things, with a walk for each author, audience and kind; and a list of
/// rows, whose authors are looked up as it is read.
struct FeedStream {
    /// A row, and the row of its author.
    struct Head: Equatable {
        let row: Int64
        let author: Int64
    }

    /// The result of looking for the next row.
    enum Next {
        case head(Head)
        /// There is nothing more.
        case end
        /// The read limit was reached.
        case spent
    }

    private let store: Store
    private let place: FeedPlace
    private var walks: [Walk] = []
    /// The authors whose things are walked, and therefore not taken from the list.
    private let walked: Set<Int64>
    /// The list in descending order.
    private let list: [Int64]
    /// The unread part of the list below the position.
    private var rest: Range<Int>
    /// The part of the list above the position that is unread for the waiting author.
    private var restOfLate: Range<Int>
    private var lateHead: Head?
    /// Rows below the position that were read but not taken, in descending order.
    private var waiting: [Head] = []
    /// The number of rows read since `takeCost` was last called.
    private var read = 0

    private struct Walk {
        let author: Int64
        let audience: Int64
        let kind: Int64
        var head: Int64?
    }

    /// Starts after `place`.
    ///
    /// - Parameter authors: the authors whose things are walked; nil for all except `except`.
    /// - Parameter list: further rows.
    init(
        _ store: Store, behind place: FeedPlace, authors: [Int64]?, except: [Int64] = [],
        list: RowSet = RowSet()
    ) throws(StorageError) {
        self.store = store
        self.place = place
        walked = Set(authors ?? [])
        self.list = list.rows.reversed()
        let begin = self.list.firstIndex { $0 < place.row } ?? self.list.count
        rest = begin..<self.list.count
        restOfLate = begin..<begin
        if let late = place.late, !walked.contains(late.author) {
            // A cursor comes from outside and may name any rows.
            restOfLate = min(begin, self.list.firstIndex { $0 < late.row } ?? begin)..<begin
        }
        if let authors {
            for author in authors { try addWalks(of: author) }
        } else {
            try addWalks(except: Set(except).union([try store.me]))
        }
    }

    /// Returns the number of rows read since the last call.
    mutating func takeCost() -> Int {
        defer { read = 0 }
        return read
    }

    /// Returns the newest row whose author is not `blocked`.
    ///
    /// - Parameter rows: the most rows of the list to read.
    mutating func next(
        except blocked: Int64?, atMost rows: Int
    ) throws(StorageError) -> Next {
        var left = rows
        var best: Head?
        for walk in walks where walk.author != blocked {
            if let row = walk.head, row > best?.row ?? 0 {
                best = Head(row: row, author: walk.author)
            }
        }
        if let late = place.late, late.author != blocked {
            while lateHead == nil, let index = restOfLate.first {
                guard left > 0 else { return .spent }
                left -= 1
                restOfLate.removeFirst()
                if try author(of: list[index]) == late.author {
                    lateHead = Head(row: list[index], author: late.author)
                }
            }
            if let lateHead { return .head(Self.higher(lateHead, best)) }
        }
        if let found = waiting.first(where: { $0.author != blocked }) {
            return .head(Self.higher(found, best))
        }
        while let index = rest.first, list[index] > best?.row ?? 0 {
            guard left > 0 else { return .spent }
            left -= 1
            rest.removeFirst()
            guard let author = try author(of: list[index]), !walked.contains(author) else {
                continue
            }
            let head = Head(row: list[index], author: author)
            waiting.append(head)
            if author != blocked { return .head(head) }
        }
        return best.map { .head($0) } ?? .end
    }

    /// Removes a row that `next` returned.
    mutating func take(_ head: Head) throws(StorageError) {
        if lateHead == head {
            lateHead = nil
        } else if let place = waiting.firstIndex(of: head) {
            waiting.remove(at: place)
        } else if let place = walks.firstIndex(where: {
            $0.head == head.row && $0.author == head.author
        }) {
            try advance(place, below: head.row)
        }
    }

    /// The highest remaining row among those read.
    var top: Head? {
        var best = lateHead ?? waiting.first
        if lateHead == nil, let index = restOfLate.first, let late = place.late {
            best = Head(row: list[index], author: late.author)
        }
        for walk in walks {
            if let row = walk.head, row > best?.row ?? 0 {
                best = Head(row: row, author: walk.author)
            }
        }
        return best
    }

    /// The last row read from the part of the list below the position; nil if none was.
    var readInList: Int64? {
        let before = rest.lowerBound - 1
        return before >= restOfLate.upperBound && before >= 0 ? list[before] : nil
    }

    private static func higher(_ one: Head, _ other: Head?) -> Head {
        guard let other, other.row > one.row else { return one }
        return other
    }

    // MARK: Walks

    private mutating func addWalks(except: Set<Int64>) throws(StorageError) {
        var last = OthersSource(author: 0)
        while let found = try store.source(behind: last) {
            // All remaining sources of an excluded author are skipped at once.
            guard !except.contains(found.author) else {
                last = found.lastOfAuthor
                continue
            }
            try add(found)
            last = found
        }
    }

    private mutating func addWalks(of author: Int64) throws(StorageError) {
        var last = OthersSource(author: author)
        while let found = try store.source(behind: last), found.author == author {
            try add(found)
            last = found
        }
    }

    private mutating func add(_ source: OthersSource) throws(StorageError) {
        guard source.isOfThings else { return }
        walks.append(
            Walk(author: source.author, audience: source.audience, kind: source.kind, head: nil))
        try advance(walks.count - 1, below: place.end(of: source.author))
    }

    private mutating func advance(_ index: Int, below row: Int64) throws(StorageError) {
        let walk = walks[index]
        read += 1
        let values: [SQLValue] = [
            .integer(walk.author), .integer(walk.audience), .integer(walk.kind), .integer(row),
        ]
        walks[index].head = try store.database.row(FeedSQL.below, values) { $0.integer(0) }
    }

    // Returns the author of the row if it is another person's thing that is visible.
    private mutating func author(of row: Int64) throws(StorageError) -> Int64? {
        read += 1
        return try store.database.row(FeedSQL.author, [.integer(row), .integer(try store.me)]) {
            $0.integer(0)
        }
    }
}

private enum FeedSQL {
    static let below = """
        SELECT id FROM objects INDEXED BY objects_of_others
        WHERE author = ? AND audience = ? AND kind = ? AND hidden = 0 AND audience > 1 AND id < ?
        ORDER BY id DESC LIMIT 1
        """
    static let author = """
        SELECT author FROM objects
        WHERE id = ? AND author <> ? AND hidden = 0 AND kind \(KindSQL.isThing) ORDER BY id
        """
}
