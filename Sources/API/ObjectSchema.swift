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

    /// It as a JSON Schema. Members that it does not name may appear: clients ignore them, and so does the
    /// node, but where it is closed. In a request a member that may be absent may also be null; in one that changes a thing, only what may be
    /// taken away (`Nulls`).
    package var json: JSONValue {
        let isAsked = Schemas.ofRequests.contains(name) && !Schemas.ofChanges.contains(name)
        var properties: [String: JSONValue] = [:]
        for member in members {
            let schema =
                isAsked && !member.isRequired ? member.schema.orNull : member.schema.json
            properties[member.name] =
                Descriptions.member(member.name, of: name).map(schema.described) ?? schema
        }
        var result: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { result["required"] = .array(required) }
        if isClosed { result["additionalProperties"] = false }
        return .object(result)
    }
}
