// The responses to a request, taken from the form of its route (`Route.codes`).
extension OpenAPI {
    static func responses(of route: Route) -> JSONValue {
        var responses: [String: JSONValue] = [:]
        for status in route.answer.statuses {
            responses[String(status)] = success(status, of: route)
        }
        if route.isTagged {
            responses["304"] = [
                "description": "Nothing has changed since the ETag of If-None-Match",
                "headers": ["ETag": header(.string, "As it was", isSure: true)],
            ]
        }
        for code in route.codes where responses[String(code.status)] == nil {
            let codes = route.codes.filter { $0.status == code.status }
            responses[String(code.status)] = problem(codes, of: route)
        }
        return .object(responses)
    }

    /// The problems with the same description everywhere, by their codes.
    static var sharedProblems: JSONValue {
        var responses: [String: JSONValue] = [:]
        for code in ProblemJSON.Code.allCases { responses[code.rawValue] = problem([code]) }
        return .object(responses)
    }

    // Several codes may share a status; then the description names them all.
    private static func problem(_ codes: [ProblemJSON.Code], of route: Route) -> JSONValue {
        let isPage = route.answer.tellsRefusals
        guard codes.count > 1 || isPage else {
            return ["$ref": .string("#/components/responses/" + codes[0].rawValue)]
        }
        return problem(codes, also: isPage ? content(of: route.answer) : [:])
    }

    private static func problem(
        _ codes: [ProblemJSON.Code], also page: [String: JSONValue] = [:]
    ) -> JSONValue {
        var content = page
        content["application/problem+json"] = ["schema": Schema.named("Problem").json]
        var members: [String: JSONValue] = [
            "description": .string(
                codes.map { "\($0.rawValue): \($0.title)" }.joined(separator: "; ")),
            "content": .object(content),
        ]
        let headers = headers(ofProblem: codes[0].status)
        if !headers.isEmpty { members["headers"] = .object(headers) }
        return .object(members)
    }

    private static func success(_ status: Int, of route: Route) -> JSONValue {
        var members: [String: JSONValue] = [
            "description": .string(route.summary), "content": .object(content(of: route.answer)),
        ]
        let headers = headers(of: route, status)
        if !headers.isEmpty { members["headers"] = .object(headers) }
        return .object(members)
    }

    // MARK: Headers

    private static func headers(of route: Route, _ status: Int) -> [String: JSONValue] {
        var headers: [String: JSONValue] = [:]
        if route.isTagged {
            headers["ETag"] = header(
                .string, "Changes when the answer does; for If-None-Match", isSure: true)
        }
        if route.tellsVersion {
            headers["ETag"] = header(
                .string, "Of the thing as it is now; for If-Match", isSure: true)
        }
        if route.makesThing, status == 201 {
            headers["ETag"] = header(.string, "Of the thing as it is now; for If-Match")
            headers["Location"] = header(
                .pattern("^/v1/[a-z]+/[0-9A-HJKMNP-TV-Z]{26}$"),
                "The path of the thing that was made",
                isSure: true)
        }
        if route.answer.isFile {
            headers["Accept-Ranges"] = header(.word(["bytes"]), "A part may be asked for")
        }
        if status == 206 {
            headers["Content-Range"] = header(
                .pattern("^bytes [0-9]+-[0-9]+/[0-9]+$"),
                "The range of these bytes, and the size of the whole",
                isSure: true)
        }
        if route.parameters.contains(Routes.prefer) {
            for (name, schema, about) in Routes.preferHeaders {
                headers[name] = header(schema, about)
            }
        }
        if route.parameters.contains(Routes.idempotencyKey) {
            headers["Idempotent-Replayed"] = header(
                .word(["true"]), "The request with this key was carried out before")
        }
        return headers
    }

    private static func headers(ofProblem status: Int) -> [String: JSONValue] {
        switch status {
        case 401:
            return [
                "WWW-Authenticate": header(
                    .string, "In what form a token is taken", isSure: true)
            ]
        case 405:
            return ["Allow": header(.string, "The methods that the path has", isSure: true)]
        case 416:
            return [
                "Content-Range": header(
                    .pattern("^bytes \\*/[0-9]+$"), "The number of bytes", isSure: true)
            ]
        case 503:
            return ["Retry-After": header(.count, "Seconds until it is worth a try", isSure: true)]
        default: return [:]
        }
    }

    private static func header(
        _ schema: Schema, _ about: String, isSure: Bool = false
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "description": .string(about), "schema": schema.json,
        ]
        if isSure { members["required"] = true }
        return .object(members)
    }
}
