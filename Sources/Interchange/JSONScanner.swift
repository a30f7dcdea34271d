/// A JSON value whose texts are ranges of the file.
indirect enum JSONValue {
    /// The range between the quotation marks, with escapes.
    case string(Range<Int>)
    case number(Range<Int>)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([(key: Range<Int>, value: JSONValue)])
}

/// Parses JSON incrementally, so that a truncated file gives what comes before its end.
///
/// It is lenient where nothing depends on it (extra commas, the characters of a number): bookmark files come from
/// programs, and a whole file must not be lost for a comma.
struct JSONScanner {
    /// The reason why parsing cannot continue.
    enum Fault: Error {
        /// The file ends inside a value.
        case ended
        /// Something else is where a value, a key or a bracket is expected.
        case malformed
    }

    let bytes: FileBytes
    private(set) var position = 0

    init(_ bytes: FileBytes) {
        self.bytes = bytes
    }

    /// Returns the next byte that is no whitespace, without consuming it.
    mutating func peek() throws(Fault) -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 0x20 { return byte }
            position += 1
        }
        throw .ended
    }

    /// Consumes `byte`, which must come next.
    mutating func take(_ byte: UInt8) throws(Fault) {
        guard try peek() == byte else { throw .malformed }
        position += 1
    }

    /// Enters an object or array.
    mutating func enter() throws(Fault) {
        _ = try peek()
        position += 1
    }

    /// Whether another element comes before `end`; consumes the comma, or `end` itself.
    mutating func hasNext(before end: UInt8) throws(Fault) -> Bool {
        while try peek() == UInt8(ascii: ",") { position += 1 }
        guard bytes[position] == end else { return true }
        position += 1
        return false
    }

    /// Reads a key and its colon.
    mutating func key() throws(Fault) -> Range<Int> {
        let key = try string()
        try take(UInt8(ascii: ":"))
        return key
    }

    /// Reads a string; returns the range between its quotation marks.
    mutating func string() throws(Fault) -> Range<Int> {
        try take(UInt8(ascii: "\""))
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<(position - 1)
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        position = bytes.count
        throw .ended
    }

    /// Reads a whole value; parts beyond `budget` values or 32 levels are skipped and become null.
    mutating func value(budget: inout Int, depth: Int = 0) throws(Fault) -> JSONValue {
        budget -= 1
        guard budget > 0, depth < 32 else {
            try skip()
            return .null
        }
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            position += 1
            var members: [(key: Range<Int>, value: JSONValue)] = []
            while try hasNext(before: UInt8(ascii: "}")) {
                let key = try key()
                let value = try value(budget: &budget, depth: depth + 1)
                if budget > 0 { members.append((key, value)) }
            }
            return .object(members)
        case UInt8(ascii: "["):
            position += 1
            var elements: [JSONValue] = []
            while try hasNext(before: UInt8(ascii: "]")) {
                let value = try value(budget: &budget, depth: depth + 1)
                if budget > 0 { elements.append(value) }
            }
            return .array(elements)
        default: return try word()
        }
    }

    /// Skips a value of any depth without storing anything.
    mutating func skip() throws(Fault) {
        var depth = 0
        repeat {
            switch try peek() {
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw .malformed }
                depth -= 1
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw .malformed }
                position += 1
            default: _ = try word()
            }
        } while depth > 0
    }

    private mutating func word() throws(Fault) -> JSONValue {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        guard position > start else { throw .malformed }
        // At the end of the file a number may be truncated.
        guard position < bytes.count else { throw .ended }
        let word = bytes[start..<position]
        if word.elementsEqual("true".utf8) { return .bool(true) }
        if word.elementsEqual("false".utf8) { return .bool(false) }
        if word.elementsEqual("null".utf8) { return .null }
        guard (0x30...0x39).contains(bytes[start]) || bytes[start] == UInt8(ascii: "-") else {
            throw .malformed
        }
        return .number(start..<position)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): return true
        default: return false
        }
    }
}

extension JSONScanner {
    /// Returns the unescaped text of a string or number, at most `bytesMax` bytes; empty for anything else.
    func text(_ value: JSONValue, _ bytesMax: Int) -> RawText {
        switch value {
        case .string(let range), .number(let range):
            return JSONString.decode(bytes[range], bytesMax: bytesMax)
        case .bool, .null, .array, .object: return RawText()
        }
    }

    /// Whether the value is true, or a word that programs write for it.
    func isYes(_ value: JSONValue) -> Bool {
        if case .bool(let isTrue) = value { return isTrue }
        return ["yes", "true", "1"].contains(String(decoding: text(value, 8).bytes, as: UTF8.self))
    }
}
