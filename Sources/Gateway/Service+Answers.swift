import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore

extension Service {
    /// The answer of one endpoint; what most need is one request to the node.
    func answer(
        _ rawRequest: RawRequest, _ route: Route, _ request: HummingbirdCore.Request,
        _ caller: Caller
    ) async throws -> Response {
        let endpoint = try rawRequest.decoded()
        if let response = try await serve(endpoint, rawRequest, route, request, caller) {
            return response
        }
        switch endpoint {
        case let endpoint as any CreatingEndpoint: return try await add(endpoint, rawRequest, route)
        case let change as any ThingChange:
            return try await self.change(change, rawRequest, route, request)
        case let endpoint as any Endpoint: return try await relay(endpoint, rawRequest, route)
        default:
            throw ProblemJSON(.internalError, "\(rawRequest.endpoint.text) asks the node nothing")
        }
    }

    /// Asks the node what a request that was read says.
    ///
    /// - Parameters:
    ///   - endpoint: what `rawRequest.decoded()` has read.
    ///   - condition: what has to hold in the step that does it; else nothing is done.
    func ask<Target: Endpoint>(
        _ endpoint: Target, _ rawRequest: RawRequest, if condition: VersionCondition? = nil
    ) async throws(ProblemJSON) -> Target.NodeAnswer {
        let asked = try rawRequest.typedRequest(by: endpoint)
        if case .command(let command) = asked.request,
            let problem = WornDays.problem(in: command, at: .now)
        {
            throw ProblemJSON(problem)
        }
        guard let condition else { return try await ask(asked) }
        if let bound = asked.bound(to: condition) { return try await ask(bound) }
        try await check(condition)
        return try await ask(asked)
    }

    /// Asks the node.
    ///
    /// - Throws: what it refuses.
    func ask<Value>(_ asked: TypedRequest<Value>) async throws(ProblemJSON) -> Value {
        try await door.value(of: asked)
    }

    /// Asks the node, and passes on what it says.
    ///
    /// - Parameters:
    ///   - endpoint: what `rawRequest.decoded()` has read.
    ///   - condition: what has to hold in the step that does it; else nothing is done.
    func relay(
        _ endpoint: some Endpoint, _ rawRequest: RawRequest, _ route: Route,
        if condition: VersionCondition? = nil
    ) async throws -> Response {
        let answer = try await ask(endpoint, rawRequest, if: condition)
        let bytes = try endpoint.text(of: answer)
        if let thing = answer as? Bookmark { return Replies.version(thing, bytes) }
        if route.method == .get { return Replies.version(nil, bytes) }
        return Replies.json(bytes, status: route.answer.statuses.first ?? 200)
    }

    // Where it goes is looked up once, so that it is one audience for the whole file.
    private func add(
        _ endpoint: some CreatingEndpoint, _ rawRequest: RawRequest, _ route: Route
    ) async throws -> Response {
        let report = try await ask(endpoint, rawRequest)
        guard let outcome = report.outcomes.first else { throw Self.nothingKept }
        switch outcome {
        case .refused(let problem): throw ProblemJSON(problem)
        case .added(let id):
            // What it is now, for whoever changes it next; somebody may have been faster.
            var fields: HTTPFields = [.location: "\(route.listPath)/\(id.text)"]
            let shown = try await door.answer(to: .query { .show(.id(id.text), $0) })
            if case .success(let thing) = shown {
                fields[.eTag] = "\"\(EntityTag.text(of: thing))\""
            }
            let kept = JSONText.encode(KeptJSON(report))
            return Replies.json(kept, status: 201, headers: fields)
        case .merged, .skipped: return Replies.json(JSONText.encode(KeptJSON(report)))
        }
    }

    /// Changes what the path leads to, if it is of its kind and, with `If-Match`, as it was read. The kind
    /// never changes, so it may be looked at before; the version is looked at in the step that changes it.
    private func change<Change: ThingChange>(
        _ change: Change, _ rawRequest: RawRequest, _ route: Route,
        _ request: HummingbirdCore.Request
    ) async throws -> Response {
        if Change.kind != nil {
            try Change.check(try await ask(.query { .show(rawRequest.reference, $0) }))
        }
        let condition = request.headers[.ifMatch].map {
            VersionCondition(.thing(rawRequest.reference), field: $0)
        }
        return try await relay(change, rawRequest, route, if: condition)
    }

    /// Holds a condition against what is there: enough for what changes nothing.
    private func check(_ condition: VersionCondition) async throws(ProblemJSON) {
        let thing: Bookmark?
        switch condition.target {
        case .thing(let reference): thing = try await ask(.query { .show(reference, $0) })
        case .profile: thing = try await ask(.query { .feeds(.profile(nil, $0)) }).said
        }
        guard condition.holds(of: thing) else { throw ProblemJSON(VersionCondition.problem) }
    }

    /// The node said nothing of a link that it was given.
    static var nothingKept: ProblemJSON {
        ProblemJSON(.internalError, "the node did not tell what it kept")
    }
}
