import API
import CRDT
import Domain
import HTTPTypes
import HummingbirdCore
import Logging

extension Service {
    /// The answer of one endpoint; what most need is one request to the node.
    func answer(
        _ asking: Asking, _ route: Route, _ request: HummingbirdCore.Request, _ caller: Caller
    ) async throws -> Response {
        let spelled = try asking.spelled()
        if let response = try await serve(spelled, asking, route, request, caller) {
            return response
        }
        switch asking.type {
        case is any ThingMaker.Type: return try await add(asking, route, as: spelled)
        case let type as any ThingChange.Type:
            return try await change(asking, type, route, request, as: spelled)
        default: return try await relay(asking, route, as: spelled)
        }
    }

    /// Asks the node what a request that was read says.
    ///
    /// - Parameters:
    ///   - spelled: what `asking.spelled()` has read.
    ///   - condition: what has to hold in the step that does it; else nothing is done.
    func ask(
        _ asking: Asking, as spelled: any ServedEndpoint, if condition: VersionCondition? = nil
    ) async throws -> Answer {
        guard let request = try asking.request(of: spelled) else {
            throw ProblemJSON(.internalError, "\(asking.endpoint.text) asks the node nothing")
        }
        if case .command(let command) = request,
            let problem = WornDays.problem(in: command, at: .now)
        {
            throw ProblemJSON(problem)
        }
        guard let condition else { return try await ask(request) }
        switch request {
        case .command(let command): return try await ask(.command(.bound(command, condition)))
        case .query:
            try await check(condition)
            return try await ask(request)
        }
    }

    /// Asks the node.
    ///
    /// - Throws: what it refuses.
    func ask(_ request: Domain.Request) async throws(ProblemJSON) -> Answer {
        let answer = await door.ask(request)
        if case .rejected(let problem) = answer { throw ProblemJSON(problem) }
        return answer
    }

    /// Asks the node, and passes on what it says.
    ///
    /// - Parameters:
    ///   - spelled: what `asking.spelled()` has read.
    ///   - condition: what has to hold in the step that does it; else nothing is done.
    func relay(
        _ asking: Asking, _ route: Route, as spelled: any ServedEndpoint,
        if condition: VersionCondition? = nil
    ) async throws -> Response {
        let answer = try await ask(asking, as: spelled, if: condition)
        guard let endpoint = spelled as? any Endpoint else { throw unexpected(answer) }
        let bytes = try endpoint.text(of: answer)
        if case .bookmark(let thing) = answer { return Replies.version(thing, bytes) }
        if route.method == .get { return Replies.version(nil, bytes) }
        return Replies.json(bytes, status: route.answer.statuses.first ?? 200)
    }

    // Where it goes is looked up once, so that it is one audience for the whole file.
    private func add(
        _ asking: Asking, _ route: Route, as spelled: any ServedEndpoint
    ) async throws -> Response {
        let answer = try await ask(asking, as: spelled)
        guard case .kept(let report) = answer, let outcome = report.outcomes.first else {
            throw unexpected(answer)
        }
        switch outcome {
        case .refused(let problem): throw ProblemJSON(problem)
        case .added(let id):
            // What it is now, for whoever changes it next; somebody may have been faster.
            var fields: HTTPFields = [.location: "\(route.listPath)/\(id.text)"]
            if case .bookmark(let thing) = await door.ask(.query(.show(.id(id.text)))) {
                fields[.eTag] = "\"\(EntityTag.text(of: thing))\""
            }
            let kept = JSONText.encode(KeptJSON(report))
            return Replies.json(kept, status: 201, headers: fields)
        case .merged, .skipped: return Replies.json(JSONText.encode(KeptJSON(report)))
        }
    }

    /// Changes what the path leads to, if it is of its kind and, with `If-Match`, as it was read. The kind
    /// never changes, so it may be looked at before; the version is looked at in the step that changes it.
    private func change(
        _ asking: Asking, _ type: any ThingChange.Type, _ route: Route,
        _ request: HummingbirdCore.Request, as spelled: any ServedEndpoint
    ) async throws -> Response {
        if type.kind != nil {
            let answer = try await ask(.query(.show(asking.reference)))
            guard case .bookmark(let thing) = answer else { throw unexpected(answer) }
            try type.check(thing)
        }
        let condition = request.headers[.ifMatch].map {
            VersionCondition(.thing(asking.reference), field: $0)
        }
        return try await relay(asking, route, as: spelled, if: condition)
    }

    /// Holds a condition against what is there: enough for what changes nothing.
    private func check(_ condition: VersionCondition) async throws {
        let thing: Bookmark?
        switch condition.target {
        case .thing(let reference):
            let answer = try await ask(.query(.show(reference)))
            guard case .bookmark(let found) = answer else { throw unexpected(answer) }
            thing = found
        case .profile:
            let answer = try await ask(.query(.feeds(.profile(nil))))
            guard case .feeds(.profile(let profile)) = answer else { throw unexpected(answer) }
            thing = profile.said
        }
        guard condition.holds(of: thing) else { throw ProblemJSON(VersionCondition.problem) }
    }

    /// The node said something else than its contract promises.
    func unexpected(_ answer: Answer) -> ProblemJSON {
        logger.error("an answer does not match its request")
        return ProblemJSON(.internalError, "the node gave an answer of another kind")
    }
}
