/// A value of JSON whose texts still stand in the file.
indirect enum JSONValue {
    /// The place between the quotation marks, escapes and all.
    case string(Range<Int>)
    case number(Range<Int>)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([(key: Range<Int>, value: JSONValue)])
}

/// Takes JSON apart from the front, so that a file that breaks off gives what stood before.
///
/// Lenient where nothing hangs on it (a comma too many, characters of a number): bookmark files
/// come from programs, and a whole file is not to be lost for a comma.
struct JSONScanner {
    /// Why it cannot go on.
    enum Fault: Error {
        /// The file ends inside a value.
        case ended
        /// Something else stands where a value, a key or a bracket should.
        case malformed
    }

    let bytes: FileBytes
    private(set) var position = 0

    init(_ bytes: FileBytes) {
        self.bytes = bytes
    }

    /// The next byte that is no blank; it stays.
    mutating func peek() throws(Fault) -> UInt8 {
        while position < bytes.count {
            let byte = bytes[position]
            if byte > 0x20 { return byte }
            position += 1
        }
        throw .ended
    }

    /// Takes `byte`, which must come next.
    mutating func take(_ byte: UInt8) throws(Fault) {
        guard try peek() == byte else { throw .malformed }
        position += 1
    }

    /// Goes into an object or array.
    mutating func enter() throws(Fault) {
        _ = try peek()
        position += 1
    }

    /// Whether another element comes before `end`; takes the comma, or `end` itself.
    mutating func hasNext(before end: UInt8) throws(Fault) -> Bool {
        while try peek() == UInt8(ascii: ",") { position += 1 }
        guard bytes[position] == end else { return true }
        position += 1
        return false
    }

    /// A key and its colon.
    mutating func key() throws(Fault) -> Range<Int> {
        let key = try string()
        try take(UInt8(ascii: ":"))
        return key
    }

    /// A text: the place between its quotation marks.
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

    /// A whole value; what exceeds `budget` values or 32 levels is passed over and counts as null.
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

    /// Passes over a value of any depth without holding anything.
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
        // At the very end nobody knows whether a number would have gone on.
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
    /// A text or number, escapes undone, at most `bytesMax` of it; empty for anything else.
    func text(_ value: JSONValue, _ bytesMax: Int) -> RawText {
        switch value {
        case .string(let range), .number(let range):
            return JSONText.decode(bytes[range], bytesMax: bytesMax)
        case .bool, .null, .array, .object: return RawText()
        }
    }

    /// True, or one of the words that programs write for it.
    func isYes(_ value: JSONValue) -> Bool {
        if case .bool(let isTrue) = value { return isTrue }
        return ["yes", "true", "1"].contains(String(decoding: text(value, 8).bytes, as: UTF8.self))
    }
}
