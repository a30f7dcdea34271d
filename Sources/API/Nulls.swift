/// What `null` means in the body of a request: the same in all of them, and by the shape that is described
/// alone, so that no request reads it otherwise.
///
/// It is as if the member were left out. In PATCH, where that says nothing, it takes away what is there,
/// as an empty text or list would (RFC 7396), or the word for nothing. A member that has to be there is never null. One that nobody
/// knows stays as it is, and is passed over or refused as with any other value.
enum Nulls {
    /// `body` without the nulls of what is known.
    ///
    /// - Throws: `bad_json` with the place of a null that cannot be.
    static func settled(_ body: [UInt8], of endpoint: Endpoint) throws(ProblemJSON) -> [UInt8] {
        // Whoever writes none pays for none.
        guard body.firstRange(of: "null".utf8) != nil, let route = Routes.route(endpoint),
            let shape = route.body, shape.mediaTypes == ["application/json"]
        else { return body }
        let read = try JSONText.decode(JSONValue.self, from: body)
        let takesAway = route.method == .patch
        let settled = try Self.settled(read, as: shape.schema, at: "", takesAway: takesAway)
        return settled == read ? body : try JSONText.encode(settled)
    }

    private static func settled(
        _ value: JSONValue, as schema: Schema, at place: String, takesAway: Bool
    ) throws(ProblemJSON) -> JSONValue {
        switch (value, schema) {
        case (.object(let object), .named(let name)):
            guard let shape = Schemas.named[name] else { return value }
            return try settled(object, as: shape, at: place, takesAway: takesAway)
        case (.array(let items), .list(let item)), (.array(let items), .several(let item, _)):
            guard item.names.isEmpty == false else { return value }
            var all: [JSONValue] = []
            for (index, one) in items.enumerated() {
                all.append(
                    try settled(one, as: item, at: "\(place)/\(index)", takesAway: takesAway))
            }
            return .array(all)
        case (_, .clearable(let inner, _)):
            return try settled(value, as: inner, at: place, takesAway: takesAway)
        default: return value
        }
    }

    private static func settled(
        _ object: [String: JSONValue], as shape: ObjectSchema, at place: String, takesAway: Bool
    ) throws(ProblemJSON) -> JSONValue {
        var object = object
        for member in shape.members {
            guard let value = object[member.name] else { continue }
            let pointer = place + "/" + member.name
            guard value == .null else {
                object[member.name] = try settled(
                    value, as: member.schema, at: pointer, takesAway: takesAway)
                continue
            }
            object[member.name] = takesAway ? member.schema.nothing : nil
            guard member.isRequired || (takesAway && member.schema.nothing == nil) else { continue }
            throw JSONText.wrong(
                "the value at \(pointer) is null, and is to be \(member.schema.words)", at: pointer)
        }
        return .object(object)
    }
}

extension Schema {
    /// What stands there once it is taken away; nil if it cannot be.
    fileprivate var nothing: JSONValue? {
        guard case .clearable(let inner, let text) = self else { return nil }
        switch inner {
        case .list, .several: return .array([])
        default: return .string(text)
        }
    }

    /// What a value of it is, for who wrote another.
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
