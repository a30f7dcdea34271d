/// Parses a JSON text. - Source: RFC 8259.
///
/// Parses JSON. The last of several members with one name counts. Time and space grow with the length of the text
/// alone.
struct JSONParser {
    /// The reason why a text was not parsed.
    enum Problem: Error {
        case notJSON
        /// A text in it is not UTF-8, or an escape names half of a surrogate pair.
        case notUnicode
        /// More than `depthMax` objects and lists lie in each other.
        case tooDeep
    }

    /// Returns the value that `bytes` spell, with nothing behind it but white space.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
        var parser = JSONParser(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.next = 3 }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.next == bytes.count else { throw .notJSON }
        return value
    }

    /// Objects and lists in each other. Foundation has the same limit.
    static let depthMax = 512

    private let bytes: [UInt8]
    private var next = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { next += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        next += 1
        return true
    }

    private mutating func value(depth: Int) throws(Problem) -> JSONValue {
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: String, _ value: JSONValue) throws(Problem) -> JSONValue {
        guard bytes[next...].starts(with: text.utf8) else { throw .notJSON }
        next += text.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(Problem) -> JSONValue {
        guard depth <= Self.depthMax else { throw .tooDeep }
        next += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if skip("}") { return .object(members) }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw .notJSON }
            let name = try string()
            skipSpace()
            guard skip(":") else { throw .notJSON }
            members[name] = try value(depth: depth)
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw .notJSON }
        }
    }

    private mutating func array(depth: Int) throws(Problem) -> JSONValue {
        guard depth <= Self.depthMax else { throw .tooDeep }
        next += 1
        var items: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(items) }
        while true {
            items.append(try value(depth: depth))
            skipSpace()
            if skip("]") { return .array(items) }
            guard skip(",") else { throw .notJSON }
        }
    }

    private mutating func string() throws(Problem) -> String {
        next += 1
        let start = next
        var isEscaped = false
        while let byte, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .notJSON }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                next += 1
            }
            next += 1
        }
        guard next < bytes.count else { throw .notJSON }
        let raw = bytes[start..<next]
        next += 1
        let plain = isEscaped ? try unescaped(raw) : Array(raw)
        guard let text = String(validating: plain, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    private func unescaped(_ raw: ArraySlice<UInt8>) throws(Problem) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = raw
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            plain += rest[..<backslash]
            rest = rest[(backslash + 1)...]
            guard let escape = rest.popFirst() else { throw .notJSON }
            if escape == UInt8(ascii: "u") {
                plain += String(Character(try scalar(&rest))).utf8
            } else if let character = Self.escapes[escape] {
                plain.append(character)
            } else {
                throw .notJSON
            }
        }
        return plain + rest
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    // One unit of UTF-16, or two that make a pair.
    private func scalar(_ rest: inout ArraySlice<UInt8>) throws(Problem) -> Unicode.Scalar {
        let first = try unit(&rest)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, rest.starts(with: "\\u".utf8) else { throw .notUnicode }
        rest = rest.dropFirst(2)
        let second = try unit(&rest)
        guard 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(
                0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
        else { throw .notUnicode }
        return scalar
    }

    private func unit(_ rest: inout ArraySlice<UInt8>) throws(Problem) -> UInt16 {
        let digits = rest.prefix(4)
        guard digits.count == 4, let text = String(validating: digits, as: UTF8.self),
            text.allSatisfy(\.isHexDigit), let unit = UInt16(text, radix: 16)
        else { throw .notJSON }
        rest = rest.dropFirst(4)
        return unit
    }

    private mutating func number() throws(Problem) -> JSONValue {
        let start = next
        _ = skip("-")
        if !skip("0") { try digits() }
        var isWhole = true
        if skip(".") {
            isWhole = false
            try digits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<next], as: UTF8.self)
        if isWhole, let number = Int(text) { return .number(number) }
        guard let number = Double(text) else { throw .notJSON }
        return .fraction(number)
    }

    private mutating func digits() throws(Problem) {
        let start = next
        while let byte, 0x30...0x39 ~= byte { next += 1 }
        guard next > start else { throw .notJSON }
    }
}
