/// A JSON object with a name, member by member.
package struct ObjectSchema: Equatable, Sendable {
    package let name: String
    package let members: [Member]

    /// One member of an object.
    package struct Member: Equatable, Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool
        /// Its meaning, for the reader of OpenAPI; nil if its name says all.
        package let about: String?
        /// The type of its value, which knows the shapes in it; nil if it has no type, and no shape of one.
        let type: (any JSONConvertible.Type)?

        init(
            name: String, schema: Schema, isRequired: Bool, about: String?,
            type: (any JSONConvertible.Type)? = nil
        ) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.about = about
            self.type = type
        }

        /// A member with values of this type, which may be absent if the type says so.
        init<Value: JSONConvertible>(_ name: String, _ type: Value.Type, _ about: String) {
            self.init(
                name: name, schema: type.schema, isRequired: type.absent == nil, about: about,
                type: type)
        }

        package static func == (one: Member, other: Member) -> Bool {
            one.name == other.name && one.schema == other.schema
                && one.isRequired == other.isRequired && one.about == other.about
                && one.type == other.type
        }
    }

    /// An object; a name that ends in `?` belongs to a member that may be absent.
    init(_ name: String, _ members: KeyValuePairs<String, (Schema, String)>) {
        self.name = name
        self.members = members.map { key, value in
            let isOptional = key.hasSuffix("?")
            return Member(
                name: isOptional ? String(key.dropLast()) : key, schema: value.0,
                isRequired: !isOptional, about: value.1)
        }
    }

    /// An object of these members.
    init(_ name: String, of members: [Member]) {
        self.name = name
        self.members = members
    }

    /// The object that `visit` spells.
    init(_ type: (some JSONShape).Type) {
        self.init(type.shape, of: type.described.members)
    }

    /// Whether no other member may stand beside these in a request: they say which things are meant, or that
    /// they are only to be counted. A batch is so where it changes things.
    static func isClosed(_ names: [String]) -> Bool {
        !names.contains("drafts") && ["refs", "ids", "dry_run"].contains(where: names.contains)
    }

    /// The JSON Schema. Members that it does not name may appear: clients ignore them, and so does the node
    /// unless the object is closed. In a request a member that may be absent may also be null; in one that
    /// changes a thing, only what may be taken away.
    package var json: JSONValue {
        let isAsked = Schemas.ofRequests.contains(name) && !Schemas.ofChanges.contains(name)
        var properties: [String: JSONValue] = [:]
        for member in members {
            let schema =
                isAsked && !member.isRequired ? member.schema.orNull : member.schema.json
            properties[member.name] = member.about.map(schema.described) ?? schema
        }
        var result: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { result["required"] = .array(required) }
        if isClosed { result["additionalProperties"] = false }
        return .object(result)
    }

    /// Whether no other member may stand in it.
    var isClosed: Bool { Schemas.ofRequests.contains(name) && Self.isClosed(members.map(\.name)) }
}
