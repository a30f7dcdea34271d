import Domain
import Primitives

/// The position where a page of a feed ends. All rows from `row` up were examined, except those of one author below
/// `lateRow`: that author had too much in a row, and others came first.
///
///     scope     u8, 32 and the scope's own number
///     row       u64   everything from this row on was examined
///     late      u64   the row of the author to whom that does not apply, 0 if there is none
///     lateRow   u64   that author's things were examined from this row on
///     author    u64   the row of the last thing's author, 0 at the beginning
///     run       u8    how many things of that author came last in a row: 0...2
struct FeedPlace: Equatable {
    var row: Int64
    var late: (author: Int64, row: Int64)?
    var author: Int64 = 0
    var run = 0

    /// The position before the first thing.
    static let start = FeedPlace(row: .max)

    /// Returns the row below which this author's things are still to be examined.
    func end(of author: Int64) -> Int64 {
        if let late, late.author == author { return late.row }
        return row
    }

    /// Moves past one more thing of `author`.
    mutating func show(_ author: Int64) {
        run = author == self.author ? min(run + 1, Self.runMax) : 1
        self.author = author
    }

    /// The author who must wait as long as others have something.
    var blocked: Int64? { run >= Self.runMax ? author : nil }

    /// The most things of one author in a row.
    static let runMax = 2

    static func == (left: FeedPlace, right: FeedPlace) -> Bool {
        left.row == right.row && left.author == right.author && left.run == right.run
            && left.late?.author == right.late?.author && left.late?.row == right.late?.row
    }

    init(row: Int64) {
        self.row = row
    }

    // MARK: Cursors

    /// Returns the position as an opaque cursor for the client, in base 32.
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

    /// Parses a cursor; nil if it is invalid or belongs to another scope.
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
