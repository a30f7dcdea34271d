import Domain

/// Rows of others' things that can be seen, the last that came first, of each author by himself: so
/// that whoever has too much waits while others are asked.
///
/// Two sources: the index of others' things, for each author, audience and kind a walk of its own;
/// and a list of rows, whose authors are looked up as it is read.
struct FeedStream {
    /// A row, and the row of its author.
    struct Head: Equatable {
        let row: Int64
        let author: Int64
    }

    /// What there is next.
    enum Next {
        case head(Head)
        /// Nothing.
        case end
        /// It was looked for as long as it may be.
        case spent
    }

    private let store: Store
    private let place: FeedPlace
    private var walks: [Walk] = []
    /// Authors whose things are walked, and taken from no list.
    private let walked: Set<Int64>
    /// Falling.
    private let list: [Int64]
    /// What of the list lies below the place, and is yet to be read.
    private var rest: Range<Int>
    /// What of it lies above, and is yet to be read for the author who waits.
    private var restOfLate: Range<Int>
    private var lateHead: Head?
    /// Rows below the place that were read and not taken, falling.
    private var waiting: [Head] = []
    /// Rows that were read since this was asked last.
    private var read = 0

    private struct Walk {
        let author: Int64
        let audience: Int64
        let kind: Int64
        var head: Int64?
    }

    /// Behind `place`.
    ///
    /// - Parameter authors: whose things are walked; nil for all, but for `except`.
    /// - Parameter list: rows beside those.
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
            // A cursor comes from outside, and may name any rows.
            restOfLate = min(begin, self.list.firstIndex { $0 < late.row } ?? begin)..<begin
        }
        if let authors {
            for author in authors { try addWalks(of: author) }
        } else {
            try addWalks(except: Set(except).union([try store.me]))
        }
    }

    /// Takes note of what was done since this was asked last, in rows.
    mutating func takeCost() -> Int {
        defer { read = 0 }
        return read
    }

    /// The row that came last, of those whose author is not `blocked`.
    ///
    /// - Parameter rows: read at most so many of the list.
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

    /// Goes on behind a row that `next` gave.
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

    /// The highest row that is left, as far as it was read.
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

    /// What of the list lies below the place was read from this row on; nil if nothing was.
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
            // The rest of what somebody has who is left out is passed at once.
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

    // Whose the row is, if it is somebody else's thing that can be seen.
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
