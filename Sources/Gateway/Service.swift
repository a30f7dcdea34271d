import API
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore

/// Answers requests: finds the route, reads the body within its limit, asks the node.
struct Service: Sendable {
    private(set) var door: NodeDoor
    let web: WebDoor
    let browsers: BrowserSessions
    /// The folder where a file for import lies while it is read.
    let scratch: String
    let version: String
    let logger: Logger
    let jobs: Jobs
    let streams = Streams()
    let keysInUse = KeysInUse()
    let forms = OpenForms()
    let description = Description()

    init(
        door: NodeDoor, web: WebDoor, scratch: String, version: String, logger: Logger
    ) {
        self.door = door
        self.web = web
        browsers = BrowserSessions(door.keys)
        self.scratch = scratch
        self.version = version
        self.logger = logger
        jobs = Jobs(door: door, scratch: scratch)
    }

    /// The answer, whatever comes; never throws.
    func respond(to request: Request, from caller: Caller) async -> Response {
        let requestID = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let target = (request.head.path ?? "/").split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(target[0])
        do {
            switch Routing.find(request.head.method.rawValue, path) {
            case .found(let route, let names):
                let parameters = try Parameters(target.count > 1 ? String(target[1]) : "")
                try route.check(parameters)
                for name in Route.conditions
                where HTTPField.Name(name).map({ request.headers.contains($0) }) == true {
                    try route.check(condition: name)
                }
                let key = try route.key(request.headers[values: .idempotencyKey])
                let rawRequest = RawRequest(
                    endpoint: route.endpoint, names: names, parameters: parameters,
                    body: try await body(of: request, for: route))
                let wait = await ReplicationWait(
                    route.waiting(request.headers[values: .prefer]), at: door)
                var response =
                    if let key {
                        try await once(
                            rawRequest, route, request, caller, under: key, requestID: requestID)
                    } else {
                        try await answer(rawRequest, route, request, caller)
                    }
                if let wait { response = await hold(response, for: wait, from: caller) }
                if route.method == .get, response.status == .ok, let tag = response.headers[.eTag],
                    Self.names(tag, in: request.headers[.ifNoneMatch])
                {
                    response = Replies.unchanged(tag)
                }
                return request.head.method == .head ? Replies.withoutBody(response) : response
            case .options(let allowed):
                return Replies.options(allowed)
            case .wrongMethod(let allowed):
                let problem = ProblemJSON(
                    .methodNotAllowed, "\(path.prefix(80)) does not support \(request.head.method)",
                    fix: "one of " + allowed.joined(separator: ", "))
                let fields: HTTPFields = [.allow: allowed.joined(separator: ", ")]
                return Replies.problem(problem, requestID: requestID, headers: fields)
            case .nowhere:
                throw ProblemJSON(
                    .notFound, "there is nothing at \(path.prefix(80))", fix: "GET /v1/openapi.json"
                )
            }
        } catch let range as RangeProblem {
            let fields: HTTPFields = [.contentRange: "bytes */\(range.size)"]
            let response = Replies.problem(range.problem, requestID: requestID, headers: fields)
            return request.head.method == .head ? Replies.withoutBody(response) : response
        } catch let problem as ProblemJSON {
            let response = Replies.problem(problem, requestID: requestID)
            return request.head.method == .head ? Replies.withoutBody(response) : response
        } catch is CancellationError {
            // Whoever asked is gone, and hears it only if they still listen.
            return Replies.problem(
                ProblemJSON(
                    .timeout, "the wait ended because the client closed the connection",
                    fix: "keep it open; work in progress continues"), requestID: requestID)
        } catch {
            logger.error("request \(requestID) for \(path) failed: \(error)")
            return Replies.problem(
                ProblemJSON(.internalError, "the request could not be answered"),
                requestID: requestID)
        }
    }

    /// The same service, which asks the node through another door.
    func through(_ door: NodeDoor) -> Service {
        var service = self
        service.door = door
        return service
    }

    /// Ends what would not end by itself.
    func stop() async {
        await streams.end()
        await jobs.end()
    }

    private func body(of request: Request, for route: Route) async throws -> [UInt8] {
        guard let body = route.body, body.isRequired || Self.hasBody(request),
            body.intake != .own
        else { return [] }
        try Self.check(request, body)
        guard body.intake == .whole else { return [] }
        var bytes: [UInt8] = []
        do {
            for try await part in request.body {
                guard bytes.count + part.readableBytes <= Self.bytesMax(of: body) else {
                    throw Self.tooLarge(body)
                }
                bytes.append(contentsOf: part.readableBytesView)
            }
        } catch {
            throw Self.brokenBody(error)
        }
        return bytes
    }

    /// Checks the media type that the head states for the body.
    private static func check(_ request: Request, _ body: Route.Body) throws(ProblemJSON) {
        let type = (request.headers[.contentType] ?? "").split(separator: ";").first
            .map { $0.lowercased().filter { !$0.isWhitespace } }
        guard let type, body.mediaTypes.contains(type) else {
            throw ProblemJSON(
                .unsupportedMediaType,
                "the content type \(type ?? "is missing and") is not supported",
                fix: "Content-Type: " + body.mediaTypes.joined(separator: ", or "))
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > bytesMax(of: body)
        {
            throw tooLarge(body)
        }
    }

    private static func bytesMax(of body: Route.Body) -> Int {
        body.schema == .binary ? GatewayLimits.importBytesMax : GatewayLimits.jsonBytesMax
    }

    /// The problem of a body above the size limit.
    static func tooLarge(_ body: Route.Body) -> ProblemJSON {
        ProblemJSON(
            .payloadTooLarge, "the body is larger than \(bytesMax(of: body)) bytes",
            fix: "send it in parts")
    }

    /// The problem of a body that ended early; a problem reported by the node takes precedence.
    static func brokenBody(_ error: any Error) -> any Error {
        if error is ProblemJSON || error is CancellationError { return error }
        return ProblemJSON(
            .badRequest,
            "the body does not match its headers: a chunk is incomplete, or the length differs",
            fix: "send Content-Length, or chunks with their sizes (RFC 9112, section 7.1)")
    }

    /// Whether something follows the head (RFC 9112, section 6.3).
    private static func hasBody(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength] { return length != "0" }
        return request.headers[.transferEncoding] != nil
    }
}
