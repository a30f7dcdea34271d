/// Goes through a short text of ASCII, byte by byte.
struct TextCursor {
    private let text: [UInt8]
    /// How far it has come; a caller may go back to where it was.
    var place = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// Nothing is left.
    var isAtEnd: Bool { place == text.count }

    /// Passes over the rest.
    mutating func goToEnd() { place = text.count }

    /// Whether `byte` stands here; then it is passed over.
    mutating func take(_ byte: UInt8) -> Bool {
        guard place < text.count, text[place] == byte else { return false }
        place += 1
        return true
    }

    /// A hyphen, slash or dot.
    mutating func mark() -> UInt8? {
        for byte in [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")] where take(byte) {
            return byte
        }
        return nil
    }

    /// A blank.
    mutating func blankMark() -> UInt8? {
        take(UInt8(ascii: " ")) ? UInt8(ascii: " ") : nil
    }

    /// The number of as many digits as there are, at most `count.upperBound`; nil if they are fewer than
    /// `count.lowerBound`.
    mutating func digits(_ count: ClosedRange<Int>) -> Int? {
        let found = text[place...].prefix(count.upperBound).prefix { Self.isDigit($0) }
        guard count.contains(found.count) else { return nil }
        place += found.count
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// All digits from here on.
    mutating func allDigits() -> ArraySlice<UInt8> {
        let found = text[place...].prefix { Self.isDigit($0) }
        place += found.count
        return found
    }

    /// Letters of English, in lower case; empty if there are none.
    mutating func word() -> String {
        let letters = text[place...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
        place += letters.count
        return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    }

    /// One of `0` to `9`.
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
