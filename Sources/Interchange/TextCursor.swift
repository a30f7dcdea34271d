/// Reads a short ASCII text byte by byte.
struct TextCursor {
    private let text: [UInt8]
    /// The current index; a caller may reset it to an earlier one.
    var place = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { place == text.count }

    /// Skips the rest.
    mutating func goToEnd() { place = text.count }

    /// Whether `byte` is next; if so it is consumed.
    mutating func take(_ byte: UInt8) -> Bool {
        guard place < text.count, text[place] == byte else { return false }
        place += 1
        return true
    }

    /// Consumes a hyphen, slash or dot.
    mutating func mark() -> UInt8? {
        for byte in [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")] where take(byte) {
            return byte
        }
        return nil
    }

    /// Consumes a space.
    mutating func blankMark() -> UInt8? {
        take(UInt8(ascii: " ")) ? UInt8(ascii: " ") : nil
    }

    /// Reads a number of as many digits as there are, at most `count.upperBound`; nil if there are fewer than
    /// `count.lowerBound`.
    mutating func digits(_ count: ClosedRange<Int>) -> Int? {
        let found = text[place...].prefix(count.upperBound).prefix { Self.isDigit($0) }
        guard count.contains(found.count) else { return nil }
        place += found.count
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads all digits from here on.
    mutating func allDigits() -> ArraySlice<UInt8> {
        let found = text[place...].prefix { Self.isDigit($0) }
        place += found.count
        return found
    }

    /// Reads English letters, in lower case; empty if there are none.
    mutating func word() -> String {
        let letters = text[place...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
        place += letters.count
        return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Whether the byte is an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
