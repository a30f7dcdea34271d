/// A value as written in a golden file: on one line, with names in the given order.
indirect enum JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case text(String)
    case number(UInt64)
    case flag(Bool)
    case list([JSONText])
    case object([(String, JSONText)])

    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: UInt64) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSONText...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONText)...) { self = .object(elements) }

    static func hex(_ bytes: [UInt8]) -> JSONText { .text(bytes.hex) }

    var line: String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return "\(number)"
        case .flag(let flag): return flag ? "true" : "false"
        case .list(let list): return "[" + list.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            let parts = members.map { Self.quoted($0.0) + ": " + $0.1.line }
            return "{" + parts.joined(separator: ", ") + "}"
        }
    }

    /// Returns the object with another member at its end.
    func with(_ name: String, _ value: JSONText?) -> JSONText {
        guard case .object(let members) = self, let value else { return self }
        return .object(members + [(name, value)])
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            precondition(character.value >= 32, "golden texts have no control characters")
            if character == "\"" || character == "\\" { result += "\\" }
            result.unicodeScalars.append(character)
        }
        return result + "\""
    }
}
