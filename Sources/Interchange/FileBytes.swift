/// The bytes of a text for a reader, in memory, or in a file of which two windows are in memory, so that the reader may
/// also look back a little.
///
/// If the system fails to read a range, the text ends there, as if the file were truncated.
final class FileBytes {
    /// The size of a window in bytes.
    static let windowBytes = 128 * 1024
    /// The maximum length of a copied slice: every text that is stored is far shorter, however it is encoded.
    static let pieceBytesMax = 4 << 20

    private let file: OpenFile?
    /// The number of bytes.
    @exclusivity(unchecked) private(set) var count: Int
    /// Whether the system failed to read some of them.
    private(set) var isUnreadable = false
    @exclusivity(unchecked) private var window: [UInt8]
    @exclusivity(unchecked) private var start = 0
    /// The previous window.
    private var other: (bytes: [UInt8], start: Int) = ([], 0)

    /// Creates a text from bytes in memory.
    init(_ bytes: [UInt8]) {
        file = nil
        count = bytes.count
        window = bytes
    }

    /// Creates a text from a file, which is not loaded.
    init(_ file: OpenFile) {
        self.file = file
        count = file.count
        window = []
    }

    /// The byte at `offset`, which must be less than `count`.
    subscript(offset: Int) -> UInt8 {
        let place = offset - start
        if UInt(bitPattern: place) < UInt(bitPattern: window.count) { return window[place] }
        return look(at: offset)
    }

    /// A slice, of which at most `pieceBytesMax` bytes are returned. Its indices may differ from those of the text.
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

    /// Returns the first bytes, at most `length`.
    func prefix(_ length: Int) -> ArraySlice<UInt8> { self[0..<min(length, count)] }

    /// Whether the text begins with `beginning`.
    func starts(with beginning: some Collection<UInt8>) -> Bool {
        prefix(beginning.count).elementsEqual(beginning)
    }

    /// Returns the first index from `offset` on whose byte satisfies `isWanted`; nil if there is none.
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

    /// Returns the first byte that satisfies `isWanted`.
    func first(where isWanted: (UInt8) -> Bool) -> UInt8? {
        firstIndex(where: isWanted).map { self[$0] }
    }

    /// Whether any byte satisfies `isWanted`.
    func contains(where isWanted: (UInt8) -> Bool) -> Bool {
        firstIndex(where: isWanted) != nil
    }

    /// Returns the text without its first bytes.
    func dropFirst(_ length: Int) -> FileBytes {
        if let file { return FileBytes(file.dropFirst(length)) }
        return FileBytes(Array(window.dropFirst(length)))
    }

    // Moves the window to `offset`; returns a space beyond the text.
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
