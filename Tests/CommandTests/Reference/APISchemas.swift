@testable import API
@testable import weft

/// The named shapes of an OpenAPI document, in words.
struct APISchemas {
    private let document: JSONValue
    // How often the document refers to each.
    private var uses: [String: Int] = [:]

    init(_ document: JSONValue) {
        self.document = document
        count(document)
    }

    private mutating func count(_ value: JSONValue) {
        switch value {
        case .object(let members):
            if let name = Self.reference(value) { uses[name, default: 0] += 1 }
            for name in members.keys.sorted() { members[name].map { count($0) } }
        case .array(let items): for item in items { count(item) }
        default: break
        }
    }

    /// The name that a schema refers to.
    static func reference(_ schema: JSONValue) -> String? {
        schema["$ref"]?.text.flatMap { path in
            path.hasPrefix("#/components/schemas/")
                ? path.split(separator: "/").last.map(String.init) : nil
        }
    }

    /// Whether a shape has one use, so that its members stand there.
    func isUsedOnce(_ name: String) -> Bool { uses[name] == 1 }

    /// Each shape that more than one place refers to, or none, with its members.
    var sections: [String] {
        Schemas.all.filter { !isBody($0.name) }.flatMap { schema in
            ["### \(schema.name)", ""] + table(of: schema.name) + [""]
        }
    }

    // Whether the members stand with the one endpoint that takes it.
    private func isBody(_ name: String) -> Bool {
        guard isUsedOnce(name), let paths = document["paths"] else { return false }
        return paths.names.contains { path in
            (paths[path]?.names ?? []).contains { method in
                let content = paths[path]?[method]?["requestBody"]?["content"]
                return (content?.names ?? []).contains { type in
                    content?[type]?["schema"].flatMap(Self.reference) == name
                }
            }
        }
    }

    /// The members of a shape, in the order in which they are declared.
    func table(of name: String) -> [String] {
        guard let schema = document["components"]?["schemas"]?[name],
            let declared = Schemas.all.first(where: { $0.name == name })
        else { preconditionFailure("no shape is named \(name)") }
        let required = Set((schema["required"]?.items ?? []).compactMap(\.text))
        let sure = Schemas.ofRequests.contains(name) ? ", required" : ", always there"
        let rows = declared.members.map { member in
            let value = schema["properties"]?[member.name]
            return [
                Markdown.code(member.name),
                words(value) + (required.contains(member.name) ? sure : ""),
                Markdown.prose(value?["description"]?.text ?? ""),
            ]
        }
        let closed =
            schema["additionalProperties"] == .boolean(false)
            ? ["", "No other members are accepted."] : []
        return rows.isEmpty
            ? ["An object without members of its own."]
            : Markdown.table(["member", "value", "meaning"], rows) + closed
    }

    /// A schema as words; nil is any bytes.
    func words(_ schema: JSONValue?) -> String {
        guard let schema, !schema.names.isEmpty else { return "any bytes" }
        if let name = Self.reference(schema) {
            let isHere = isBody(name)
            return isHere
                ? Markdown.code(name) : "[\(Markdown.code(name))](#\(Markdown.anchor(name)))"
        }
        let choices = schema["anyOf"]?.items ?? []
        if !choices.isEmpty { return choices.map(words).joined(separator: " or ") }
        let types = schema["type"].map { $0.items.isEmpty ? [$0] : $0.items } ?? []
        return types.compactMap(\.text).map { plain($0, schema) }.joined(separator: " or ")
    }

    private func plain(_ type: String, _ schema: JSONValue) -> String {
        switch type {
        case "string": return text(schema)
        case "integer": return "number" + range(schema["minimum"]?.whole, schema["maximum"]?.whole)
        case "number": return "number, perhaps with a fraction"
        case "boolean": return "true or false"
        case "array":
            let counts = range(schema["minItems"]?.whole, schema["maxItems"]?.whole)
            return "list\(counts) of " + words(schema["items"])
        case "object":
            if schema["additionalProperties"]?["type"] != nil { return "numbers by name" }
            let items = schema["properties"]?["items"]?["items"]
            return items.map { "page of " + words($0) } ?? "object"
        default: return type
        }
    }

    private func text(_ schema: JSONValue) -> String {
        let allowed = (schema["enum"]?.items ?? []).compactMap(\.text)
        if !allowed.isEmpty { return allowed.map(Markdown.code).joined(separator: ", ") }
        if schema["format"]?.text == "date-time" { return "time" }
        if let pattern = schema["pattern"]?.text {
            if schema["pattern"] == Schema.id.json["pattern"] { return "id" }
            if schema["pattern"] == Schema.key.json["pattern"] { return "key" }
            return "text like \(Markdown.code(pattern))"
        }
        let lengths = range(schema["minLength"]?.whole, schema["maxLength"]?.whole)
        return lengths.isEmpty ? "text" : "text of\(lengths) characters"
    }

    // ` 1 to 500`, ` at least 1`, or nothing.
    private func range(_ least: Int?, _ most: Int?) -> String {
        switch (least, most) {
        case (nil, nil), (0, nil): return ""
        case (let least?, nil): return " at least \(least)"
        case (nil, let most?), (0, let most?): return " at most \(most)"
        case (let least?, let most?): return least == most ? " \(least)" : " \(least) to \(most)"
        }
    }
}
