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

// What is not spelled by `visit` yet is written and read by Codable, and may hold what is.
extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberName.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [JSONValue] = []
            while !container.isAtEnd { items.append(try container.decode(JSONValue.self)) }
            self = .array(items)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let truth = try? value.decode(Bool.self) {
                self = .boolean(truth)
            } else if let text = try? value.decode(String.self) {
                self = .string(text)
            } else if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = .fraction(try value.decode(Double.self))
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let truth): try container.encode(truth)
        case .number(let number): try container.encode(number)
        case .fraction(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
