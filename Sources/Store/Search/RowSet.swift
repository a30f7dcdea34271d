/// A set of rows of `objects`: a bit for each, because rows are numbered without gaps worth saving.
///
/// - Shape: half a million rows are 62 KiB, and two sets are joined a word at a time.
struct RowSet: Equatable {
    private var words: [UInt64]

    /// No row.
    init() {
        words = []
    }

    /// Each of `rows`.
    init(_ rows: some Sequence<Int64>) {
        words = []
        for row in rows { insert(row) }
    }

    /// How many rows are in it.
    var count: Int {
        words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// No row is in it.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// The row is in it.
    func contains(_ row: Int64) -> Bool {
        let index = Int(row >> 6)
        return index >= 0 && index < words.count && words[index] >> UInt64(row & 63) & 1 == 1
    }

    /// Puts `row` in. Rows are given by SQLite, so they are positive.
    mutating func insert(_ row: Int64) {
        guard row >= 0 else { return }
        let index = Int(row >> 6)
        while index >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(index + 1 - words.count, 64)))
        }
        words[index] |= 1 << UInt64(row & 63)
    }

    /// Also the rows of `other`.
    mutating func formUnion(_ other: RowSet) {
        if other.words.count > words.count {
            words += repeatElement(0, count: other.words.count - words.count)
        }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    /// Only the rows that are in `other` as well.
    mutating func formIntersection(_ other: RowSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Without the rows of `other`.
    mutating func subtract(_ other: RowSet) {
        for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
    }

    /// Each row, rising.
    var rows: [Int64] {
        var rows: [Int64] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                rows.append(Int64(index << 6 | rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return rows
    }

    /// Whether both hold the same rows, however many words they have room for.
    static func == (left: RowSet, right: RowSet) -> Bool {
        let length = max(left.words.count, right.words.count)
        return (0..<length).allSatisfy { left.word($0) == right.word($0) }
    }

    private func word(_ index: Int) -> UInt64 {
        index < words.count ? words[index] : 0
    }
}
