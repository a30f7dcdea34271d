/// A set of row ids of `objects`, as a bitmap, because row ids are nearly contiguous.
///
/// - Shape: half a million rows take 62 KiB, and two sets combine a word at a time.
struct RowSet: Equatable {
    private var words: [UInt64]

    /// Creates an empty set.
    init() {
        words = []
    }

    /// Creates a set of `rows`.
    init(_ rows: some Sequence<Int64>) {
        words = []
        for row in rows { insert(row) }
    }

    /// The number of rows in the set.
    var count: Int {
        words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Whether the set is empty.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Whether the set contains the row.
    func contains(_ row: Int64) -> Bool {
        let index = Int(row >> 6)
        return index >= 0 && index < words.count && words[index] >> UInt64(row & 63) & 1 == 1
    }

    /// Inserts `row`. SQLite's row ids are positive here; a negative one is ignored.
    mutating func insert(_ row: Int64) {
        guard row >= 0 else { return }
        let index = Int(row >> 6)
        while index >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(index + 1 - words.count, 64)))
        }
        words[index] |= 1 << UInt64(row & 63)
    }

    /// Adds the rows of `other`.
    mutating func formUnion(_ other: RowSet) {
        if other.words.count > words.count {
            words += repeatElement(0, count: other.words.count - words.count)
        }
        for index in other.words.indices { words[index] |= other.words[index] }
    }

    /// Keeps only the rows that `other` contains as well.
    mutating func formIntersection(_ other: RowSet) {
        if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Removes the rows of `other`.
    mutating func subtract(_ other: RowSet) {
        for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
    }

    /// The rows in ascending order.
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

    /// Whether both contain the same rows, regardless of their capacity.
    static func == (left: RowSet, right: RowSet) -> Bool {
        let length = max(left.words.count, right.words.count)
        return (0..<length).allSatisfy { left.word($0) == right.word($0) }
    }

    private func word(_ index: Int) -> UInt64 {
        index < words.count ? words[index] : 0
    }
}
