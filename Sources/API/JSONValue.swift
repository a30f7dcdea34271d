/// Any JSON value without fractions; objects are written with sorted members.
package enum JSONValue: Encodable, Equatable, Sendable {
    case string(String)
    case number(Int)
    case boolean(Bool)
    case array([JSONValue])
    case object([String: JSONValue])
    case null

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .boolean(let truth): try container.encode(truth)
        case .array(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        case .null: try container.encodeNil()
        }
    }
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
        var object: [String: JSONValue] = [:]
        for (name, value) in members { object[name] = value }
        self = .object(object)
    }
}
