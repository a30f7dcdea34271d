/// The shape of a value, as far as OpenAPI needs it.
package indirect enum Schema: Equatable, Sendable {
    case string
    /// An RFC 3339 time.
    case time
    case integer(ClosedRange<Int>?)
    /// Any number, such as 0.8.
    case fraction
    case boolean
    /// A text; null, or a text without a character, takes away what is there.
    case textOrNull
    /// One of these words.
    case word([String])
    /// A text that this regular expression (ECMA-262) finds.
    case pattern(String)
    case list(Schema)
    /// A named one (`Schemas.all`).
    case named(String)
    /// One of these named ones.
    case either([String])
    /// `PageJSON` of a named one.
    case page(String)
    /// Any bytes; of the media types in the request's table.
    case binary

    /// A whole number that is not negative.
    package static let count = Schema.integer(0...Int.max)

    /// It as a JSON Schema (2020-12).
    package var json: JSONValue {
        switch self {
        case .string: return ["type": "string"]
        case .time: return ["type": "string", "format": "date-time"]
        case .integer(nil): return ["type": "integer"]
        case .integer(let range?):
            var members: [String: JSONValue] = [
                "type": "integer", "minimum": .number(range.lowerBound),
            ]
            if range.upperBound < Int.max { members["maximum"] = .number(range.upperBound) }
            return .object(members)
        case .fraction: return ["type": "number"]
        case .boolean: return ["type": "boolean"]
        case .textOrNull: return ["type": ["string", "null"]]
        case .word(let words):
            return ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .pattern(let text): return ["type": "string", "pattern": .string(text)]
        case .list(let item): return ["type": "array", "items": item.json]
        case .named(let name): return ["$ref": .string("#/components/schemas/" + name)]
        case .either(let names):
            return ["anyOf": .array(names.map { Schema.named($0).json })]
        case .page(let item):
            return [
                "type": "object", "required": ["items"],
                "properties": [
                    "items": Schema.list(.named(item)).json,
                    "next_cursor": Schema.string.json,
                    "total": Schema.count.json,
                ],
            ]
        case .binary: return [:]
        }
    }
}

/// A JSON object with a name, member by member.
package struct ObjectSchema: Equatable, Sendable {
    package let name: String
    package let members: [Member]

    /// One member of an object.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool
    }

    /// An object; a name that ends in `?` belongs to a member that may be absent.
    init(_ name: String, _ members: KeyValuePairs<String, Schema>) {
        self.name = name
        self.members = members.map { key, schema in
            let isOptional = key.hasSuffix("?")
            return Member(
                name: isOptional ? String(key.dropLast()) : key, schema: schema,
                isRequired: !isOptional)
        }
    }

    /// An object of these members.
    init(_ name: String, of members: [Member]) {
        self.name = name
        self.members = members
    }

    /// It as a JSON Schema. Members that it does not name may appear: clients ignore them.
    package var json: JSONValue {
        var properties: [String: JSONValue] = [:]
        for member in members { properties[member.name] = member.schema.json }
        var result: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { result["required"] = .array(required) }
        return .object(result)
    }
}
