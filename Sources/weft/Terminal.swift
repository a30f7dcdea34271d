#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Text that a terminal may show: whatever came from elsewhere was made harmless on its way in.
///
/// A literal is ours and goes through as it is; every interpolated string is escaped. So a title
/// cannot move the cursor, recolour the screen or turn the reading direction.
struct TerminalText: ExpressibleByStringInterpolation, Equatable, Sendable {
    struct Piece: Equatable, Sendable {
        let text: String
        let style: Style?
    }

    private(set) var pieces: [Piece]

    init(stringLiteral text: String) {
        pieces = [Piece(text: text, style: nil)]
    }

    init(stringInterpolation: Interpolation) {
        pieces = stringInterpolation.pieces
    }

    init(pieces: [Piece]) {
        self.pieces = pieces
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            pieces.append(Piece(text: literal, style: nil))
        }

        mutating func appendInterpolation(_ foreign: String, _ style: Style? = nil) {
            pieces.append(Piece(text: Terminal.escaped(foreign), style: style))
        }

        mutating func appendInterpolation(_ number: some BinaryInteger, _ style: Style? = nil) {
            pieces.append(Piece(text: String(number), style: style))
        }

        mutating func appendInterpolation(_ shown: TerminalText) {
            pieces += shown.pieces
        }
    }

    /// Each line of `text` by itself, escaped: what has several lines by right, as a note has.
    static func lines(of text: String) -> [TerminalText] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(String($0))" }
    }

    static func + (left: TerminalText, right: TerminalText) -> TerminalText {
        TerminalText(pieces: left.pieces + right.pieces)
    }

    /// The text without any style.
    var plain: String {
        pieces.map(\.text).joined()
    }

    /// The text as it goes out.
    func rendered(withColour: Bool) -> String {
        guard withColour else { return plain }
        return pieces.map { piece in
            piece.style.map { "\u{1B}[\($0.rawValue)m\(piece.text)\u{1B}[0m" } ?? piece.text
        }.joined()
    }
}

/// The look of a piece of text; the raw value selects it on a terminal (ECMA-48, SGR).
enum Style: Int, Sendable {
    case strong = 1
    case faint = 2
    case bad = 31
    case good = 32
    case notable = 33
    case tag = 36
}

/// The terminal's properties, and the escaping of what must never reach it.
enum Terminal {
    /// `text` with everything visible that acts on a terminal or hides: as `\u{1B}`.
    ///
    /// - Shape: C0 and DEL, C1, the line and paragraph separators, and what formats and is not seen
    ///   (Unicode's category Cf): the marks and brackets of bidirectional text, blanks without width.
    ///   Between two emoji U+200D stays: it makes one picture of them.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: acts) else { return text }
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            if acts(scalar), !joinsEmoji(at: place, of: scalars) {
                let code = String(scalar.value, radix: 16, uppercase: true)
                let padding = String(repeating: "0", count: max(0, 4 - code.count))
                result.append(contentsOf: "\\u{\(padding)\(code)}".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether a scalar moves, hides or turns what stands around it.
    static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029: return true
        case 0x20...0x7E: return false
        default: return scalar.properties.generalCategory == .format
        }
    }

    private static func joinsEmoji(at place: Int, of scalars: [Unicode.Scalar]) -> Bool {
        guard scalars[place].value == 0x200D, place > 0, place + 1 < scalars.count else {
            return false
        }
        let (before, after) = (scalars[place - 1], scalars[place + 1])
        return (before.value == 0xFE0F || isPicture(before)) && isPicture(after)
    }

    // Digits and signs of ASCII may be emoji as well, and are none.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xFF && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
    }

    /// Columns that `text` takes: two for wide East Asian characters and emoji, none for marks.
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// `text` in at most `columns`, with `…` where something was left out.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns, columns > 0 else { return columns > 0 ? text : "" }
        var result = ""
        var used = 0
        for character in text {
            used += width(of: character)
            if used >= columns { break }
            result.append(character)
        }
        return result + "…"
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        case 0x0300...0x036F, 0x200B...0x200D, 0xFE00...0xFE0F, 0xFEFF:
            return 0
        default:
            return character.unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
        }
    }

    /// Columns of the terminal behind standard output; 80 if it does not say.
    static func columns(of file: Int32 = STDOUT_FILENO) -> Int {
        var size = winsize()
        guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
