/// The description of this interface, made of `RouteTopic`, `Routes` and `Schemas`. - Source: OpenAPI 3.1.0.
package enum OpenAPI {
    /// The document of a program of this version.
    package static func document(version: String) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for topic in RouteTopic.all {
            for route in topic.routes {
                let method = route.method.rawValue.lowercased()
                paths[route.path, default: [:]][method] = operation(route, in: topic)
            }
        }
        var schemas: [String: JSONValue] = [:]
        for schema in Schemas.all { schemas[schema.name] = schema.json }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Weft", "version": .string(version), "description": .string(about),
            ],
            "servers": servers,
            "security": security(of: nil),
            "tags": .array(
                RouteTopic.all.map { topic in
                    ["name": .string(topic.name), "description": .string(topic.about)]
                }),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(schemas), "responses": sharedProblems,
                "securitySchemes": securitySchemes,
            ],
        ]
    }

    private static let about =
        "Answers may have more members than are named here; ignore those you do not know. "
        + "HEAD is answered where GET is, except by streams. A path answers 405 with Allow to a "
        + "method that it does not have, 404 if it is none, and OPTIONS with Allow."

    private static func operation(_ route: Route, in topic: RouteTopic) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(route.endpoint.text),
            "summary": .string(route.summary),
            "tags": [.string(topic.name)],
            "responses": responses(of: route),
        ]
        if let scope = Scope(route) { members["security"] = security(of: scope) }
        let parameters =
            route.names.map(pathParameter) + route.parameters.map(parameter)
            + (route.isTagged ? [parameter(ifNoneMatch)] : [])
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = route.body {
            members["requestBody"] = [
                "required": .boolean(body.isRequired),
                "content": content(of: body),
            ]
        }
        return .object(members)
    }

    // MARK: Parameters

    private static func pathParameter(_ name: String) -> JSONValue {
        let (schema, about) = pathNames[name] ?? (named, "")
        return [
            "name": .string(name), "in": "path", "required": true,
            "description": .string(about), "schema": schema.json,
        ]
    }

    // A name that is too long makes the whole head too long (431).
    private static let named = Schema.text(1...Int.max)

    // The schemas of names in a path, and their descriptions.
    private static let pathNames: [String: (Schema, String)] = [
        "id": (
            named,
            "An id, the end of one, or an address, percent-encoded; of an import its number"
        ),
        "name": (named, "Its name, percent-encoded"),
        "ref": (
            named, "A name, or the beginning of an id (8 characters)"
        ),
        "person": (
            named, "A member's name, or the beginning of the id"
        ),
        "number": (.count, "The number that a list or an answer has told"),
        "rule": (
            named, "The search of a rule, its id, or the end of that"
        ),
        "what": (
            named,
            "The name of what it is about, its id, or the end of that"
        ),
    ]

    private static func parameter(_ parameter: Route.Parameter) -> JSONValue {
        let schema = parameter.isRepeatable ? .list(parameter.schema) : parameter.schema
        var members: [String: JSONValue] = [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "description": .string(parameter.about), "schema": schema.json,
        ]
        if parameter.isRequired { members["required"] = true }
        return .object(members)
    }

    private static let ifNoneMatch = Route.Parameter(
        name: "If-None-Match", schema: .string, place: .header,
        about: "The ETag of what was read before; if it is the same, 304")

    // MARK: Bodies

    private static func content(of body: Route.Body) -> JSONValue {
        var content: [String: JSONValue] = [:]
        for type in body.mediaTypes {
            var members: [String: JSONValue] = ["schema": body.schema.json]
            if case .named(let name) = body.schema, let example = BodyExamples.example(of: name) {
                members["example"] = example
            }
            content[type] = .object(members)
        }
        return .object(content)
    }

    static func content(of answer: Route.Answer) -> [String: JSONValue] {
        var content: [String: JSONValue] = [:]
        for type in answer.mediaTypes {
            let isJSON = type.hasSuffix("json")
            let schema = answer.schema == .string && isJSON ? answer.json : answer.schema
            content[type] = schema.map { ["schema": $0.json] } ?? [:]
        }
        return content
    }
}
