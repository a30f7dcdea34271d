/// Tokenizes Swift source, as far as the rules need it.
///
/// Comments are dropped, words and marks become tokens, string literals become values of their own.
/// Code inside `\( )` is read as code. A literal that never closes ends with its line, so one
/// misread costs one line and not the rest of the file.
struct Lexer {
    private(set) var tokens: [Token] = []
    private(set) var literals: [Literal] = []
    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private var afterSpace = true

    init(_ text: String) {
        bytes = Array(text.utf8)
        readCode(insideInterpolation: false)
    }

    private mutating func readCode(insideInterpolation: Bool) {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case .newline, .space, .tab, .carriageReturn:
                skipSpace()
            case .slash where byte(1) == .slash:
                skipLineComment()
            case .slash where byte(1) == .star:
                skipBlockComment()
            case .slash where opensRegex:
                readRegex(hashes: 0)
            case .quote:
                readString(hashes: 0)
            case .hash where isLiteral(.quote, afterHashes: hashes):
                readString(hashes: hashes)
            case .hash where isLiteral(.slash, afterHashes: hashes):
                readRegex(hashes: hashes)
            case .backtick:
                readQuotedName()
            case let byte where byte.isWord:
                readWord()
            case .closeBracket where insideInterpolation && depth == 0:
                at += 1
                return
            case let byte:
                depth += byte == .openBracket ? 1 : byte == .closeBracket ? -1 : 0
                append(.mark, String(decoding: [byte], as: UTF8.self))
                at += 1
            }
        }
    }

    private mutating func append(_ kind: Token.Kind, _ text: String) {
        tokens.append(Token(kind: kind, text: text, line: line, afterSpace: afterSpace))
        afterSpace = false
    }

    private func byte(_ ahead: Int) -> UInt8? {
        at + ahead < bytes.count ? bytes[at + ahead] : nil
    }

    private var hashes: Int {
        bytes[at...].prefix { $0 == .hash }.count
    }

    private func isLiteral(_ opener: UInt8, afterHashes count: Int) -> Bool {
        byte(count) == opener
    }

    private func closes(_ count: Int, _ closer: UInt8, hashes: Int) -> Bool {
        let wanted = Array(repeating: closer, count: count) + Array(repeating: .hash, count: hashes)
        return bytes[at...].starts(with: wanted)
    }
}

// MARK: - Comments and whitespace

extension Lexer {
    private mutating func skipSpace() {
        if bytes[at] == .newline { line += 1 }
        afterSpace = true
        at += 1
    }

    private mutating func skipLineComment() {
        while at < bytes.count, bytes[at] != .newline { at += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if bytes[at] == .slash, byte(1) == .star {
                depth += 1
                at += 2
            } else if bytes[at] == .star, byte(1) == .slash {
                depth -= 1
                at += 2
            } else {
                if bytes[at] == .newline { line += 1 }
                at += 1
            }
        } while depth > 0 && at < bytes.count
        afterSpace = true
    }
}

// MARK: - Words and literals

extension Lexer {
    private mutating func readWord() {
        let word = bytes[at...].prefix(while: \.isWord)
        append(.word, String(decoding: word, as: UTF8.self))
        at += word.count
    }

    /// Reads a name in backticks and keeps them, so that `print` as a case name is not taken for a
    /// call.
    private mutating func readQuotedName() {
        let name = bytes[(at + 1)...].prefix { $0 != .backtick && $0 != .newline }
        append(.word, "`" + String(decoding: name, as: UTF8.self) + "`")
        at += name.count + 1
        if byte(0) == .backtick { at += 1 }
    }

    private mutating func readString(hashes: Int) {
        let continuesBefore =
            tokens.last?.text == "+" && literals.last?.tokenEnd == tokens.count - 1
        let before = continuesBefore ? literals.removeLast() : nil
        let firstLine = before?.line ?? line
        at += hashes
        let quotes = bytes[at...].starts(with: [.quote, .quote, .quote]) ? 3 : 1
        append(.literal, "\"")
        at += quotes
        var text: [UInt8] = []
        while at < bytes.count, !closes(quotes, .quote, hashes: hashes) {
            if bytes[at] == .newline {
                if quotes == 1 { break }
                line += 1
            }
            if bytes[at] == .backslash, escapeFollows(hashes) {
                readEscape(hashes, into: &text)
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        if at < bytes.count, bytes[at] != .newline { at += quotes + hashes }
        let whole = (before?.text ?? "") + String(decoding: text, as: UTF8.self)
        literals.append(Literal(text: whole, line: firstLine, tokenEnd: tokens.count))
    }

    private func escapeFollows(_ hashes: Int) -> Bool {
        bytes[(at + 1)...].prefix(hashes).allSatisfy { $0 == .hash } && byte(1 + hashes) != nil
    }

    private mutating func readEscape(_ hashes: Int, into text: inout [UInt8]) {
        at += 1 + hashes
        let escaped = bytes[at]
        at += 1
        switch escaped {
        case .openBracket:
            text += Literal.interpolation.utf8
            readCode(insideInterpolation: true)
        case .newline:
            line += 1
        default:
            text.append(escaped == .quote ? .quote : .space)
        }
    }

    /// Whether a slash opens a regex: no operand can precede it, and another slash ends it.
    private var opensRegex: Bool {
        let openers = ["(", ",", "=", ":", "[", "{", "return", nil]
        guard openers.contains(tokens.last?.text), let next = byte(1), next != .space else {
            return false
        }
        return bytes[(at + 1)...].prefix { $0 != .newline }.contains(.slash)
    }

    private mutating func readRegex(hashes: Int) {
        append(.literal, "/")
        at += hashes + 1
        while at < bytes.count, !closes(1, .slash, hashes: hashes) {
            if bytes[at] == .newline {
                if hashes == 0 { return }
                line += 1
            }
            at += bytes[at] == .backslash && byte(1) != .newline ? 2 : 1
        }
        at = min(at + 1 + hashes, bytes.count)
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let star = UInt8(ascii: "*")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let hash = UInt8(ascii: "#")
    fileprivate static let backtick = UInt8(ascii: "`")
    fileprivate static let openBracket = UInt8(ascii: "(")
    fileprivate static let closeBracket = UInt8(ascii: ")")

    fileprivate var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default:
            false
        }
    }
}
