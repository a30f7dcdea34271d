/// The table of set elements used by a payload's operations, each once, so that a repeated tag costs one byte.
///
///     count    varint
///     entries  count times, strictly ascending by bytes:
///       shared   varint  bytes shared with the previous entry: as many as possible
///       rest     varint  bytes that follow; not both zero
///       bytes    rest
package struct StringTable: Equatable, Sendable {
    /// The entries, strictly ascending by bytes.
    package let strings: [[UInt8]]

    /// Creates a table of `strings`, which may be unordered and contain duplicates.
    package init(_ strings: [[UInt8]]) {
        var sorted: [[UInt8]] = []
        for string in strings.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where sorted.last != string {
            sorted.append(string)
        }
        self.strings = sorted
    }

    /// The index of `string`, which must be in the table.
    package func index(of string: [UInt8]) -> Int {
        var low = 0
        var high = strings.count
        while low < high {
            let middle = (low + high) / 2
            if strings[middle].lexicographicallyPrecedes(string) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        precondition(low < strings.count && strings[low] == string, "a string of this payload")
        return low
    }

    package func write(to writer: inout ByteWriter) {
        writer.varint(strings.count)
        var previous: [UInt8] = []
        for string in strings {
            let shared = Self.sharedCount(previous, string)
            writer.varint(shared)
            writer.lengthed(string[shared...])
            previous = string
        }
    }

    /// Decodes a table.
    ///
    /// - Throws: also when the decoded table exceeds `WireLimits.tableBytesMax`.
    package init(from reader: inout ByteReader) throws(WireError) {
        let count = try reader.count(bytesEach: 2, most: WireLimits.operationsMax)
        var strings: [[UInt8]] = []
        strings.reserveCapacity(count)
        var spelledOut = 0
        var previous: [UInt8] = []
        for _ in 0..<count {
            let start = reader.offset
            let shared = try reader.varint(atMost: previous.count)
            let rest = try reader.lengthed(atMost: WireLimits.elementBytesMax - shared)
            let string = previous[..<shared] + rest
            spelledOut += string.count
            guard spelledOut <= WireLimits.tableBytesMax else { throw .tooLong(offset: start) }
            guard !string.isEmpty, strings.isEmpty || previous.lexicographicallyPrecedes(string),
                shared == Self.sharedCount(previous, Array(string))
            else { throw .notCanonical(offset: start) }
            previous = Array(string)
            strings.append(previous)
        }
        self.strings = strings
    }

    private static func sharedCount(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var count = 0
        while count < left.count, count < right.count, left[count] == right[count] { count += 1 }
        return count
    }
}
