/// Any JSON value. Objects are written with sorted members.
package enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Int)
    /// A number with a fraction or an exponent, or one that no `Int` holds.
    case fraction(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Writes the value.
    package func write(to buffer: JSONBuffer) {
        switch self {
        case .null: buffer.null()
        case .boolean(let truth): buffer.boolean(truth)
        case .number(let number): buffer.number(number)
        case .fraction(let number): buffer.fraction(number)
        case .string(let text): buffer.string(text)
        case .array(let items): buffer.array(items) { $0.write(to: buffer) }
        case .object(let members):
            buffer.object(members.keys.sorted()) { members[$0]?.write(to: buffer) }
        }
    }
}

extension JSONValue: JSONConvertible {
    package static var schema: Schema { .object }
    package static func read(_ json: JSONValue, at place: JSONPlace) -> JSONValue? { json }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .string(text)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral truth: Bool) {
        self = .boolean(truth)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral items: JSONValue...) {
        self = .array(items)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}
