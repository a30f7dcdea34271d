/// Reads delimited values from a file, row by row. - Source: RFC 4180.
struct CSVRows {
    /// The possible delimiters: comma, semicolon, tab and bar.
    static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
    /// The maximum number of values read from one row.
    static let cellsMax = 64
    /// The maximum length read of one value: enough for a note, or all the passages of a page.
    private static let cellBytesMax = 4 * RawText.noteMax

    let bytes: FileBytes
    let delimiter: UInt8
    private(set) var position: Int
    /// Whether the file ended inside a quoted value.
    private(set) var wasCut = false
    /// The number of values of the last row that were not read.
    private(set) var cellsBeyond = 0

    init(_ bytes: FileBytes, at position: Int = 0, partedBy delimiter: UInt8) {
        self.bytes = bytes
        self.position = position
        self.delimiter = delimiter
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { position >= bytes.count }

    /// Reads one row with its cells unquoted; nil if the file ends within it.
    mutating func next() -> [RawText]? {
        var cells: [RawText] = []
        cellsBeyond = 0
        while true {
            guard let cell = cell() else { return nil }
            if cells.count < Self.cellsMax { cells.append(cell) } else { cellsBeyond += 1 }
            guard position < bytes.count else { return cells }
            let end = bytes[position]
            position += 1
            if end == delimiter { continue }
            if end == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
            return cells
        }
    }

    // Reads up to a delimiter, a line end or the end of the file.
    private mutating func cell() -> RawText? {
        let quote = UInt8(ascii: "\"")
        var text = RawText()
        func keep(_ byte: UInt8) {
            if text.bytes.count < Self.cellBytesMax {
                text.bytes.append(byte)
            } else {
                text.wasCut = true
            }
        }
        var isQuoted = position < bytes.count && bytes[position] == quote
        if isQuoted { position += 1 }
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                position += 1
                if byte != quote {
                    keep(byte)
                } else if position < bytes.count, bytes[position] == quote {
                    keep(quote)
                    position += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            if byte == delimiter || byte == 0x0A || byte == 0x0D { return text }
            keep(byte)
            position += 1
        }
        if isQuoted { wasCut = true }
        return isQuoted ? nil : text
    }
}
