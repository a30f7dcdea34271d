import Domain
import Primitives

/// Where a page of a feed has ended. What lies at or above `row` was looked at, but for what one
/// author has there below `late`: of him there was too much, and others came first.
///
///     scope     u8, 32 and the scope's own number
///     row       u64   everything from this row on was looked at
///     late      u64   the row of the author of whom that is not so, 0 if there is none
///     lateRow   u64   of his from this row on
///     author    u64   the row of whom the last thing was, 0 at the beginning
///     run       u8    how many things of his stood last, one behind the other: 0...2
struct FeedPlace: Equatable {
    var row: Int64
    var late: (author: Int64, row: Int64)?
    var author: Int64 = 0
    var run = 0

    /// Before the first thing.
    static let start = FeedPlace(row: .max)

    /// What of this author's is yet to be looked at lies below this row.
    func end(of author: Int64) -> Int64 {
        if let late, late.author == author { return late.row }
        return row
    }

    /// The place behind one more thing of `author`'s.
    mutating func show(_ author: Int64) {
        run = author == self.author ? min(run + 1, Self.runMax) : 1
        self.author = author
    }

    /// Whose turn it is not, as long as there is something of others.
    var blocked: Int64? { run >= Self.runMax ? author : nil }

    /// Things of one author that stand side by side.
    static let runMax = 2

    static func == (left: FeedPlace, right: FeedPlace) -> Bool {
        left.row == right.row && left.author == right.author && left.run == right.run
            && left.late?.author == right.late?.author && left.late?.row == right.late?.row
    }

    init(row: Int64) {
        self.row = row
    }

    // MARK: Cursors

    /// What a client hands back to go on: opaque, in base 32.
    func cursor(in scope: FeedScope) -> String {
        var bytes = [Self.mark(of: scope)]
        for number in [row, late?.author ?? 0, late?.row ?? 0, author] {
            let word = UInt64(bitPattern: number)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        bytes.append(UInt8(clamping: run))
        return Base32.encode(bytes)
    }

    /// The place that `cursor` names; nil if it is none in a feed of this scope.
    init?(cursor: String, in scope: FeedScope) {
        guard cursor.utf8.count <= 64, let bytes = Base32.decode(cursor), bytes.count == 34,
            bytes[0] == Self.mark(of: scope), bytes[33] <= Self.runMax
        else { return nil }
        let numbers = stride(from: 1, to: 33, by: 8).map { start in
            Int64(bitPattern: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        row = numbers[0]
        late = numbers[1] > 0 ? (author: numbers[1], row: numbers[2]) : nil
        author = numbers[3]
        run = Int(bytes[33])
    }

    private static func mark(of scope: FeedScope) -> UInt8 { 32 + scope.rawValue }
}
