/// An endpoint of the HTTP API, declared once.
///
/// The fields of a conforming type are what a caller says. `visit` names those in the path (`path`), behind the question
/// mark (`query`) and in the body (`member`): the node reads a request into one, the command line sends one, and OpenAPI
/// describes one. Nothing else knows its path.
///
/// An `Endpoint` is answered by one request to the node. The rest needs several, or sends and takes files and streams:
/// the gateway serves it by its type.
package protocol ServedEndpoint: JSONShape {
    /// Its method and path, and its description for OpenAPI.
    static var route: EndpointRoute { get }
    /// The body of a request; nil if it has none. By itself it is the JSON that `visit` names.
    static var body: Route.Body? { get }
    /// The form of a success.
    static var answer: Route.Answer { get }
    /// Whether a POST takes an `Idempotency-Key`, so that it may be sent once more. Not where nothing records that it was
    /// done, or where it takes other files and many transactions: docs/reference/http.md says what it does a second time.
    static var takesKey: Bool { get }
    /// Whether what is answered changes by itself, or is too short to have an `ETag`.
    static var isFleeting: Bool { get }
}

/// An endpoint that the node finishes when whoever asked has gone, in an act that `undo` stops and reverts.
package protocol UndoableEndpoint: ServedEndpoint {}

/// An endpoint that undoes an act or does it again, which the node finishes when whoever asked has gone.
package protocol UndoingEndpoint: ServedEndpoint {}

/// An endpoint that the gateway serves itself, and answers in JSON.
package protocol JSONEndpoint: ServedEndpoint {
    /// The JSON of a success.
    associatedtype Output: JSONConvertible & Equatable & Sendable
}

extension JSONEndpoint {
    package static var answer: Route.Answer {
        Route.Answer(json: AnswerForm(Output.self), of: route)
    }
}

extension Route.Answer {
    /// A success of this form, in the media types of the route: JSON, where that names no other.
    init(json form: AnswerForm, of route: EndpointRoute) {
        self.init(
            statuses: route.statuses, schema: form.schema, mediaTypes: route.types,
            shapes: form.shapes)
    }

    /// A text of these media types, and JSON of this form where one of them is JSON.
    init(_ mediaTypes: [String], json form: AnswerForm, of route: EndpointRoute) {
        self.init(
            statuses: route.statuses, schema: .string, mediaTypes: mediaTypes, json: form.schema,
            shapes: form.shapes)
    }
}

extension Route.Body {
    /// A body of this shape.
    init(
        _ shape: ObjectSchema, mediaTypes: [String] = ["application/json"],
        isRequired: Bool = true, intake: Intake = .whole
    ) {
        self.init(
            schema: .named(shape.name), mediaTypes: mediaTypes, isRequired: isRequired,
            intake: intake, shapes: [shape])
    }
}

extension ServedEndpoint {
    package static var body: Route.Body? {
        hasBody ? Route.Body(bodySchema, isRequired: !route.mayLackBody) : nil
    }

    package static var takesKey: Bool { true }
    package static var isFleeting: Bool { false }

    /// Its path, such as `/v1/tags/{name}:rename`.
    package static var path: String { route.path }

    /// The body as OpenAPI describes it.
    static var bodySchema: ObjectSchema {
        ObjectSchema(route.body ?? shape, of: described.members)
    }

    /// Whether a request has members in its body.
    static var hasBody: Bool { described.members.isEmpty == false }

    /// The line of the table for this endpoint.
    static var line: Route {
        let body = Self.body
        // A file is not kept to be compared with another request's.
        let isJSON = body.map { $0.mediaTypes == ["application/json"] } ?? true
        let writesAtOnce = route.method != .get && isJSON && takesKey
        let hasKey = route.method == .post && writesAtOnce
        return Route(
            type: Self.self, method: route.method, path: route.path, summary: route.summary,
            parameters: described.parameters + route.parameters
                + (hasKey ? [Routes.idempotencyKey] : []) + (writesAtOnce ? [Routes.prefer] : []),
            body: body, answer: answer, problems: route.problems)
    }

    /// Reads a request.
    ///
    /// - Throws: what is wrong with it.
    package static func read(_ rawRequest: RawRequest) throws(ProblemJSON) -> Self {
        let isChange = route.method == .patch
        let isThere = hasBody && !(route.mayLackBody && rawRequest.body.isEmpty)
        let json = isThere ? try JSONText.parse(rawRequest.body) : .object([:])
        return try JSONText.read(
            Self.self, from: json, JSONPlace.Reading(isChange ? .change : .request, rawRequest))
    }
}
