/// The shape of a value, as far as OpenAPI needs it.
package indirect enum Schema: Equatable, Sendable {
    case string
    /// A text of so many characters. Where the node counts bytes of UTF-8, so many of them are too many in
    /// any script, and fewer may be.
    case text(ClosedRange<Int>)
    /// An RFC 3339 time.
    case time
    case integer(ClosedRange<Int>?)
    /// Any number, such as 0.8.
    case fraction
    case boolean
    /// A text or a list; null takes away what is there, as an empty list or this text does.
    case clearable(Schema, with: String = "")
    /// One of these words.
    case word([String])
    /// A text that this regular expression (ECMA-262) finds.
    case pattern(String)
    case list(Schema)
    /// A list of so many.
    case several(Schema, ClosedRange<Int>)
    /// A named one (`Schemas.all`).
    case named(String)
    /// One of these named ones.
    case either([String])
    /// `PageJSON` of a named one.
    case page(String)
    /// An object of any members.
    case object
    /// An object whose members are numbers, under any names.
    case counts
    /// Any bytes; of the media types in the request's table.
    case binary

    /// A whole number that is not negative.
    package static let count = Schema.integer(0...Int.max)
    /// The id of a thing, and of whatever else has one.
    package static let id = Schema.pattern("^[0-9A-HJKMNP-TV-Z]{26}$")
    /// The key of a person, a device, a group or a file.
    package static let key = Schema.pattern("^[0-9A-HJKMNP-TV-Z]{52}$")

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
        case .clearable(let value, _): return value.orNull
        case .word(let words):
            return ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .pattern(let text): return ["type": "string", "pattern": .string(text)]
        case .text(let lengths):
            var members: [String: JSONValue] = ["type": "string"]
            if lengths.upperBound < Int.max { members["maxLength"] = .number(lengths.upperBound) }
            if lengths.lowerBound > 0 { members["minLength"] = .number(lengths.lowerBound) }
            return .object(members)
        case .list(let item): return ["type": "array", "items": item.json]
        case .several(let item, let counts):
            var members: [String: JSONValue] = [
                "type": "array", "items": item.json, "maxItems": .number(counts.upperBound),
            ]
            if counts.lowerBound > 0 { members["minItems"] = .number(counts.lowerBound) }
            return .object(members)
        case .named(let name): return ["$ref": .string("#/components/schemas/" + name)]
        case .either(let names):
            return ["anyOf": .array(names.map { Schema.named($0).json })]
        case .page(let item):
            return [
                "type": "object", "required": ["items"],
                "properties": [
                    "items": Schema.list(.named(item)).json.described("The items of this page."),
                    "next_cursor": Schema.string.json.described(
                        "It asks for the next page, as `cursor`; absent on the last."),
                    "total": Schema.count.json.described(
                        "The total number of matches; absent unless it was asked for."),
                ],
            ]
        case .object: return ["type": "object"]
        case .counts: return ["type": "object", "additionalProperties": Schema.count.json]
        case .binary: return [:]
        }
    }

    /// The same, or null.
    package var orNull: JSONValue {
        switch json {
        case .object(var members):
            if case .string(let type)? = members["type"] {
                members["type"] = .array([.string(type), "null"])
                if case .array(let words)? = members["enum"] {
                    members["enum"] = .array(words + [.null])
                }
                return .object(members)
            }
            return members["$ref"] == nil ? json : ["anyOf": [json, ["type": "null"]]]
        default: return json
        }
    }
}

extension Schema {
    /// The words for a value of it, for somebody who wrote another.
    var words: String {
        switch self {
        case .string, .text, .time, .word, .pattern, .binary: return "a text"
        case .integer: return "a whole number"
        case .fraction: return "a number"
        case .boolean: return "true or false"
        case .list, .several: return "a list"
        case .named, .either, .page, .object, .counts: return "an object"
        case .clearable(let value, _): return value.words
        }
    }
}

extension JSONValue {
    /// A schema with words for its reader.
    func described(_ text: String) -> JSONValue {
        guard case .object(var members) = self else { return self }
        members["description"] = .string(text)
        return .object(members)
    }
}
