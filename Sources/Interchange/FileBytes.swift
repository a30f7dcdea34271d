/// The bytes of a text that a reader goes through: they lie in memory, or in a file of which two windows
/// are in memory, so that a reader may also look back a little.
///
/// A place that the system does not give ends the text there, as if the file had been cut.
final class FileBytes {
    /// Bytes of a window.
    static let windowBytes = 128 * 1024
    /// More of one piece is not copied: each text that is kept is far shorter, however it is written.
    static let pieceBytesMax = 4 << 20

    private let file: OpenFile?
    /// How many bytes there are.
    @exclusivity(unchecked) private(set) var count: Int
    /// The system did not give all of them.
    private(set) var isUnreadable = false
    @exclusivity(unchecked) private var window: [UInt8]
    @exclusivity(unchecked) private var start = 0
    /// The window before that one.
    private var other: (bytes: [UInt8], start: Int) = ([], 0)

    /// The bytes of a text that is in memory.
    init(_ bytes: [UInt8]) {
        file = nil
        count = bytes.count
        window = bytes
    }

    /// The bytes of a file, which stay there.
    init(_ file: OpenFile) {
        self.file = file
        count = file.count
        window = []
    }

    /// The byte at `offset`, which is below `count`.
    subscript(offset: Int) -> UInt8 {
        let place = offset - start
        if UInt(bitPattern: place) < UInt(bitPattern: window.count) { return window[place] }
        return look(at: offset)
    }

    /// A piece, of which no more than `pieceBytesMax` are given. Its indices are its own.
    subscript(range: Range<Int>) -> ArraySlice<UInt8> {
        guard !range.isEmpty else { return [] }
        if range.lowerBound >= start, range.upperBound <= start + window.count {
            return window[(range.lowerBound - start)..<(range.upperBound - start)]
        }
        let end = min(range.upperBound, count, range.lowerBound + Self.pieceBytesMax)
        var piece: [UInt8] = []
        var place = range.lowerBound
        while place < end {
            _ = self[place]
            let part = window[(place - start)...].prefix(end - place)
            guard !part.isEmpty else { break }
            piece += part
            place += part.count
        }
        return piece[...]
    }

    /// The first bytes, at most `length`.
    func prefix(_ length: Int) -> ArraySlice<UInt8> { self[0..<min(length, count)] }

    /// Whether the text begins so.
    func starts(with beginning: some Collection<UInt8>) -> Bool {
        prefix(beginning.count).elementsEqual(beginning)
    }

    /// The first place from `offset` on, before `end`, whose byte is such; nil if there is none.
    func firstIndex(
        from offset: Int = 0, where isWanted: (UInt8) -> Bool
    ) -> Int? {
        var index = offset
        while index < count {
            if isWanted(self[index]) { return index }
            index += 1
        }
        return nil
    }

    /// The first such byte.
    func first(where isWanted: (UInt8) -> Bool) -> UInt8? {
        firstIndex(where: isWanted).map { self[$0] }
    }

    /// Whether there is such a byte.
    func contains(where isWanted: (UInt8) -> Bool) -> Bool {
        firstIndex(where: isWanted) != nil
    }

    /// The same text without its first bytes.
    func dropFirst(_ length: Int) -> FileBytes {
        if let file { return FileBytes(file.dropFirst(length)) }
        return FileBytes(Array(window.dropFirst(length)))
    }

    // Brings the window around `offset`; a blank where there is nothing.
    private func look(at offset: Int) -> UInt8 {
        swap(&window, &other.bytes)
        swap(&start, &other.start)
        var place = offset - start
        if !window.indices.contains(place), let file, offset >= 0, offset < count {
            start = offset / Self.windowBytes * Self.windowBytes
            window = file.read(at: start, Self.windowBytes)
            place = offset - start
        }
        guard window.indices.contains(place) else {
            if file != nil, offset >= 0, offset < count {
                count = offset
                isUnreadable = true
            }
            return 0x20
        }
        return window[place]
    }
}
