import Testing

@testable import weft

struct TerminalTests {
    @Test func `invisible formatting characters are escaped, joined emoji stay whole`() {
        for code: UInt32 in [0xAD, 0x200B, 0x200C, 0x2060, 0xFEFF, 0xE0041] {
            let hidden = Unicode.Scalar(code).map { "a\(Character($0))b" } ?? ""
            let name = String(code, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - name.count)) + name
            #expect(Terminal.escaped(hidden) == "a\\u{\(padded)}b")
        }
        #expect(Terminal.escaped("a\u{200D}b") == "a\\u{200D}b")
        for text in ["👨‍👩‍👧", "🏳️‍🌈", "ä日"] { #expect(Terminal.escaped(text) == text) }
    }

    /// Every scalar that moves, hides or reverses text, by class.
    private static let acting: [ClosedRange<UInt32>] = [
        0x00...0x1F, 0x7F...0x7F, 0x80...0x9F, 0x061C...0x061C, 0x200E...0x200F,
        0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069,
    ]

    @Test(arguments: acting)
    func `every scalar that acts is shown instead`(range: ClosedRange<UInt32>) throws {
        for value in range {
            let scalar = try #require(Unicode.Scalar(value))

            let shown = Terminal.escaped("a\(Character(scalar))b")

            let digits = String(value, radix: 16, uppercase: true)
            let code = String(repeating: "0", count: 4 - digits.count) + digits
            #expect(shown == "a\\u{\(code)}b")
        }
    }

    @Test(arguments: acting)
    func `its neighbours that do not act stay`(range: ClosedRange<UInt32>) throws {
        for value in [range.lowerBound &- 1, range.upperBound + 1] {
            let isActing = Self.acting.contains { $0.contains(value) }
            guard !isActing, let scalar = Unicode.Scalar(value),
                scalar.properties.generalCategory != .format
            else { continue }

            #expect(Terminal.escaped(String(Character(scalar))) == String(Character(scalar)))
        }
    }

    @Test(arguments: ["plain", "ä ö 🧵 👩‍👩‍👧 日本語 שלום", "a\\u{1B}b", ""])
    func `harmless text stays as it is`(text: String) {
        #expect(Terminal.escaped(text) == text)
    }

    @Test func `a carriage return that joins a line feed is no way around`() {
        #expect(Terminal.escaped("a\r\nb") == "a\\u{000D}\\u{000A}b")
    }

    @Test func `interpolated text is escaped, literals are not`() {
        let title = "\u{1B}[31mred\u{202E}"

        let line: TerminalText = "\u{2713} \(title, .strong)\n"

        #expect(line.plain == "\u{2713} \\u{001B}[31mred\\u{202E}\n")
        #expect(line.rendered(withColour: false) == line.plain)
    }

    @Test func `colour stands around text and never inside it`() {
        let line: TerminalText = "\("ok", .good) \("x", nil)"

        #expect(line.rendered(withColour: true) == "\u{1B}[32mok\u{1B}[0m x")
        #expect(line.plain == "ok x")
    }

    @Test func `a text of several lines is escaped line by line`() {
        #expect(TerminalText.lines(of: "a\n\tb\u{7}").map(\.plain) == ["a", "\\u{0009}b\\u{0007}"])
    }

    @Test(arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("🧵", 2), ("", 0)])
    func `a column is what the eye sees`(text: String, width: Int) {
        #expect(Terminal.width(of: text) == width)
    }

    @Test(arguments: [(5, "abcde"), (4, "abc…"), (1, "…"), (0, "")])
    func `a long text ends with a mark`(columns: Int, cut: String) {
        #expect(Terminal.cut("abcde", to: columns) == cut)
    }

    @Test func `a wide character is never cut in two`() {
        #expect(Terminal.cut("日本語", to: 4) == "日…")
    }
}
