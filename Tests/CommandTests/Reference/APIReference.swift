@testable import API
@testable import weft

/// Writes docs/reference/api.md from the description that the node gives of its interface.
enum APIReference {
    static func page() -> [String] {
        APIPage(OpenAPI.document(version: Weft.version)).lines
    }
}

/// The page that tells of one OpenAPI document.
private struct APIPage {
    private let document: JSONValue
    private let schemas: APISchemas
    private(set) var lines: [String] = []

    init(_ document: JSONValue) {
        self.document = document
        schemas = APISchemas(document)
        lines = ["# API", "", ReferenceFile.origin, ""]
        lines += [
            "[HTTP](http.md) explains requests, answers, tokens, events and retries. The same as a",
            "document for programs (OpenAPI 3.1): `weft api GET /v1/openapi.json`. An id has 26 characters of base 32,",
            "a key 52, a time is of RFC 3339 in UTC.", "",
        ]
        let about = document["info"]?["description"]?.text ?? ""
        lines += [Markdown.prose(about), ""]
        for topic in RouteTopic.all { lines += overview(topic) }
        for topic in RouteTopic.all {
            lines += ["## \(Self.title(topic))", "", Markdown.prose(topic.about), ""]
            for route in topic.routes { lines += section(route) }
        }
        lines += headers()
        lines += ["## Problems", ""]
        lines += [
            "A request that fails is answered with a [`Problem`](#problem); its `code` is one of these.",
            "",
        ]
        lines += Markdown.table(
            ["code", "status", "meaning"],
            ProblemJSON.Code.allCases.map {
                [Markdown.code($0.rawValue), "\($0.status)", Markdown.prose($0.title)]
            })
        lines += ["", "## Shapes", ""] + schemas.sections
        while lines.last == "" { lines.removeLast() }
    }

    private static func title(_ topic: RouteTopic) -> String {
        "Endpoints: " + topic.name
    }

    private static func line(_ route: Route) -> String { "\(route.method.rawValue) \(route.path)" }

    private func overview(_ topic: RouteTopic) -> [String] {
        let link = "[\(topic.name)](#\(Markdown.anchor(Self.title(topic))))"
        let rows = topic.routes.map { route in
            let name = Self.line(route)
            return ["[\(Markdown.code(name))](#\(Markdown.anchor(name)))", about(route)]
        }
        return Markdown.table([link, ""], rows) + [""]
    }

    private func about(_ route: Route) -> String { Markdown.prose(route.summary) }

    // MARK: One endpoint

    private func section(_ route: Route) -> [String] {
        guard let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
        else { preconditionFailure("\(Self.line(route)) is not in the document") }
        var lines = ["### \(Markdown.code(Self.line(route)))", "", about(route) + ".", ""]
        let parameters = operation["parameters"]?.items ?? []
        let rows = parameters.filter { $0["in"]?.text != "header" }.map { parameter in
            let isSure = parameter["required"] == .boolean(true)
            return [
                Markdown.code(parameter["name"]?.text ?? ""), parameter["in"]?.text ?? "",
                schemas.words(parameter["schema"]) + (isSure ? ", required" : ""),
                Markdown.prose(parameter["description"]?.text ?? ""),
            ]
        }
        lines += Markdown.table(["parameter", "in", "value", "meaning"], rows)
        if !rows.isEmpty { lines.append("") }
        if let body = operation["requestBody"] { lines += self.body(body) }
        lines += answers(operation, headers: parameters.filter { $0["in"]?.text == "header" })
        return lines
    }

    private func body(_ body: JSONValue) -> [String] {
        let types = body["content"]?.names ?? []
        let first = types.first.flatMap { body["content"]?[$0] }
        let schema = first?["schema"]
        var lines = [
            "Body\(body["required"] == .boolean(true) ? "" : " (optional)"): "
                + (schema.map(schemas.words) ?? "any bytes") + ", as "
                + types.map(Markdown.code).joined(separator: ", ") + ".", "",
        ]
        if let name = schema.flatMap(APISchemas.reference), schemas.isUsedOnce(name) {
            lines += schemas.table(of: name) + [""]
        }
        if let example = first?["example"] {
            let text = String(decoding: JSONText.encode(example), as: UTF8.self)
            lines += ["```json", text, "```", ""]
        }
        return lines
    }

    private func answers(_ operation: JSONValue, headers: [JSONValue]) -> [String] {
        var lines: [String] = []
        if !headers.isEmpty {
            lines.append("- Headers: " + Self.list(headers.compactMap { $0["name"]?.text }) + ".")
        }
        var codes: [String] = []
        let responses = operation["responses"] ?? .null
        for status in responses.names {
            guard let answer = responses[status] else { continue }
            if let shared = answer["$ref"]?.text.flatMap({ $0.split(separator: "/").last }) {
                codes.append("\(status) \(Markdown.code(String(shared)))")
                continue
            }
            if status >= "400" {
                codes += Self.codes(answer).map { "\(status) \(Markdown.code($0))" }
                continue
            }
            let types = answer["content"]?.names ?? []
            let schema = types.first.flatMap { answer["content"]?[$0]?["schema"] }
            var line = "- \(status): " + (types.isEmpty ? "no body" : schemas.words(schema))
            if types != ["application/json"], !types.isEmpty { line += ", as " + Self.list(types) }
            let headers = answer["headers"]?.names ?? []
            if !headers.isEmpty { line += "; headers " + Self.list(headers) }
            lines.append(line + ".")
        }
        if !codes.isEmpty {
            lines.append("- [Problems](#problems): " + codes.joined(separator: ", ") + ".")
        }
        return lines + [""]
    }

    // Where several codes share a status the description names each before its words.
    private static func codes(_ answer: JSONValue) -> [String] {
        let known = ProblemJSON.Code.allCases
        return (answer["description"]?.text ?? "").split(separator: "; ").compactMap { part in
            let code = part.prefix { $0 != ":" }
            return known.first { $0.rawValue == code }?.rawValue
        }
    }

    private static func list(_ words: [String]) -> String {
        words.map(Markdown.code).joined(separator: ", ")
    }

    // MARK: Headers

    // What headers mean is the same nearly everywhere, so it is told once.
    private func headers() -> [String] {
        var asked: [String: [String]] = [:]
        var answered: [String: [String]] = [:]
        for route in RouteTopic.all.flatMap(\.routes) {
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            for parameter in operation?["parameters"]?.items ?? []
            where parameter["in"]?.text == "header" {
                Self.note(parameter, parameter["name"]?.text, in: &asked)
            }
            for status in operation?["responses"]?.names ?? [] {
                let headers = operation?["responses"]?[status]?["headers"] ?? .null
                for name in headers.names { Self.note(headers[name], name, in: &answered) }
            }
        }
        let row = { (name: String, words: [String]) in
            [Markdown.code(name), Markdown.prose(words.joined(separator: ". Or: "))]
        }
        var lines = ["## Headers", ""]
        lines += Markdown.table(
            ["of a request", "meaning"], asked.sorted { $0.key < $1.key }.map(row))
        lines += [""]
        lines += Markdown.table(
            ["of an answer", "meaning"], answered.sorted { $0.key < $1.key }.map(row))
        return lines + [""]
    }

    private static func note(
        _ header: JSONValue?, _ name: String?, in headers: inout [String: [String]]
    ) {
        guard let name, let words = header?["description"]?.text else { return }
        if !headers[name, default: []].contains(words) { headers[name, default: []].append(words) }
    }
}

extension JSONValue {
    /// The names of the members, sorted; none if this is no object.
    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.keys.sorted()
    }

    /// The whole number; nil if this is none.
    var whole: Int? {
        guard case .number(let number) = self else { return nil }
        return number
    }
}
