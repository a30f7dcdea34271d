/// The bytes of a file as UTF-8, whatever it came in.
enum FileText {
    /// How far a NUL byte proves that this is no text: later ones are the fault of one entry.
    private static let probeBytes = 64 * 1024

    /// UTF-16 with a byte order mark is turned into UTF-8, the mark of UTF-8 is dropped.
    static func decode(_ bytes: [UInt8]) throws(InterchangeError) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return fromUTF16(bytes, highFirst: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return fromUTF16(bytes, highFirst: true) }
        guard !bytes.prefix(probeBytes).contains(0) else { throw .binary }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard text.contains(where: { $0 > 0x20 }) else { throw .empty }
        return text
    }

    private static func fromUTF16(_ bytes: [UInt8], highFirst: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 2)
        let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return highFirst ? first << 8 | second : second << 8 | first
        }
        _ = transcode(
            units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false,
            into: { result.append($0) })
        return result
    }
}

/// Counts lines as a reader goes forward.
struct LineCounter {
    private var counted = 0
    private var line = 1

    /// The line of `offset`, from 1. Offsets only rise; each byte is looked at once.
    mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
        while counted < min(offset, bytes.count) {
            if bytes[counted] == 0x0A { line += 1 }
            counted += 1
        }
        return line
    }
}
