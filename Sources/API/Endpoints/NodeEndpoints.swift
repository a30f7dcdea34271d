package import Domain

// Endpoints about the node itself.

/// Says that the node answers.
package struct ShowHealth: JSONEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let isFleeting = true
    package static let route = EndpointRoute(
        "health", .get, "/v1/health", "Whether the node answers")
    package typealias Output = HealthJSON
}

/// Says which version of the program answers.
package struct ShowVersion: JSONEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let isFleeting = true
    package static let route = EndpointRoute(
        "version", .get, "/v1/version", "The version of the program that answers")
    package typealias Output = VersionJSON
}

/// Describes the interface in OpenAPI.
package struct ShowOpenAPI: ServedEndpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "openapi", .get, "/v1/openapi.json", "This description")
    package static var answer: Route.Answer {
        Route.Answer(json: .one(document), of: route)
    }

    // The one member that is described here says how to read the others.
    private static let document = ObjectSchema(
        "OpenAPI", ["openapi": (.string, "The version of OpenAPI that it is written in.")])
}

/// Tells events as they happen, or those behind one that is known.
package struct ListenToEvents: ServedEndpoint {
    package var since: String?
    package var timeout: Int?
    package var limit: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.header("Last-Event-ID", as: .count, "Begin after this event")
        fields.query(
            "since", &since, as: .count, "The same, and it counts before the header")
        fields.query(
            "timeout", &timeout, in: 0...EventRequest.timeoutMax, as: .count,
            "Of a response in JSON: seconds to wait for an event (default: 60)")
        fields.query(
            "limit", &limit, in: 1...EventRequest.limitMax, as: .count,
            "Of a response in JSON: at most this many events (default: 500)")
    }

    package static let route = EndpointRoute(
        "events", .get, "/v1/events", "The events, as they happen")
    package static var answer: Route.Answer {
        Route.Answer(
            ["text/event-stream", "application/x-ndjson", EventRequest.answerType],
            json: AnswerForm([EventJSON].self), of: route)
    }
}

/// Copies everything that the node holds to a file.
package struct MakeBackup: JSONEndpoint {
    package var path = ""

    package static let shape = "Backup"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("path", &path, "An absolute path, as the node sees it.")
    }

    /// A copy at this path.
    package init(to path: String) { self.path = path }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "backup", .post, "/v1/backup", "Copy everything that the node holds to a file",
        [.invalidValue, .conflict])
    package typealias Output = DoneJSON
}

/// Returns the status of the node.
package struct ShowStatus: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let isFleeting = true
    package static let route = EndpointRoute("status", .get, "/v1/status", "The status of the node")
    package func request() -> TypedRequest<Status> { .query { .status($0) } }
    package func output(_ status: Status) -> StatusJSON { StatusJSON(status) }
}

/// Returns whose node answers, and what it signs with.
package struct ShowIdentity: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "identity", .get, "/v1/me", "The person whose node answers")
    package func request() -> TypedRequest<Identity> { .query { .identity($0) } }
    package func output(_ identity: Identity) -> IdentityJSON {
        IdentityJSON(identity, qr: QRJSON(identity.ticket))
    }
}
