/// The description of this interface, made of `Routes` and `Schemas`. - Source: OpenAPI 3.1.0.
package enum OpenAPI {
    /// The document of a program of this version.
    package static func document(version: String) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in Routes.all {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        var schemas: [String: JSONValue] = [:]
        for schema in Schemas.all { schemas[schema.name] = schema.json }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Weft", "version": .string(version),
                "description": .string(
                    "Served on a Unix socket to the user who owns it. Answers may have more "
                        + "members than are named here; ignore those you do not know."),
            ],
            "servers": [["url": "http://localhost"]],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": ["schemas": .object(schemas)],
        ]
    }

    private static func operation(_ route: Route) -> JSONValue {
        var members: [String: JSONValue] = [
            "operationId": .string(route.endpoint.rawValue),
            "summary": .string(route.summary),
            "responses": responses(route),
        ]
        let parameters = route.names.map(pathParameter) + route.parameters.map(parameter)
        if !parameters.isEmpty { members["parameters"] = .array(parameters) }
        if let body = route.body {
            members["requestBody"] = [
                "required": .boolean(body.isRequired),
                "content": content(body.schema, body.mediaTypes),
            ]
        }
        return .object(members)
    }

    private static func pathParameter(_ name: String) -> JSONValue {
        ["name": .string(name), "in": "path", "required": true, "schema": Schema.string.json]
    }

    private static func parameter(_ parameter: Route.Parameter) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "description": .string(parameter.about), "schema": parameter.schema.json,
        ]
    }

    /// What every route can answer.
    private static let everywhere: [ProblemJSON.Code] = [.badRequest, .internalError, .busy]

    private static func responses(_ route: Route) -> JSONValue {
        var responses: [String: JSONValue] = [:]
        for status in route.answer.statuses {
            var members: [String: JSONValue] = [
                "description": .string(route.summary),
                "content": content(
                    route.answer.schema, route.answer.mediaTypes, items: route.answer.items),
            ]
            if route.parameters.contains(Routes.prefer) { members["headers"] = preferHeaders }
            responses[String(status)] = .object(members)
        }
        // Several codes may share a status; then the description names them all.
        var codes = route.problems
        for code in everywhere where !codes.contains(code) { codes.append(code) }
        for code in codes {
            let names = codes.filter { $0.status == code.status }.map(\.rawValue)
            responses[String(code.status)] = [
                "description": .string(names.joined(separator: ", ")),
                "content": content(.named("Problem"), ["application/problem+json"]),
            ]
        }
        return .object(responses)
    }

    private static var preferHeaders: JSONValue {
        var headers: [String: JSONValue] = [:]
        for (name, schema, about) in Routes.preferHeaders {
            headers[name] = ["description": .string(about), "schema": schema.json]
        }
        return .object(headers)
    }

    private static func content(
        _ schema: Schema, _ mediaTypes: [String], items: String? = nil
    ) -> JSONValue {
        var content: [String: JSONValue] = [:]
        for type in mediaTypes { content[type] = ["schema": schema.json] }
        if let items { content["application/json"] = ["schema": Schema.list(.named(items)).json] }
        return .object(content)
    }
}
