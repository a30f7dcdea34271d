import API
import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore

/// The keys of requests that are being carried out now.
actor KeysInUse {
    private var keys: Set<String> = []

    /// Takes a key; false if it is taken.
    func begin(_ key: String) -> Bool { keys.insert(key).inserted }

    /// Lets it go.
    func end(_ key: String) { keys.remove(key) }
}

// A request with an `Idempotency-Key` is carried out once. The node notes the key in the transaction that
// does what is asked; what was answered is noted behind it, before the client hears it.
extension Service {
    /// The answer to a request with this key: the first time by doing what it asks, then as before.
    ///
    /// - Throws: `key_in_use` while it is being carried out, `key_reused` if another request had the key,
    ///   `answer_not_kept` if it was carried out and what was answered is not known.
    func once(
        _ rawRequest: RawRequest, _ route: Route, _ request: HummingbirdCore.Request,
        _ caller: Caller,
        under text: String, requestID: String
    ) async throws -> Response {
        let head = "\(request.head.method.rawValue) \(request.head.path ?? "/")\n"
        let key = IdempotencyKey(text: text, request: Array(head.utf8) + rawRequest.body)
        guard await keysInUse.begin(text) else {
            throw ProblemJSON(
                .keyInUse, "the request with the key \(text.prefix(80)) is in progress",
                fix: "retry in a moment with the same key")
        }
        let response: Response
        do {
            response = try await carryOut(rawRequest, route, request, caller, key, requestID)
        } catch {
            await keysInUse.end(text)
            throw error
        }
        await keysInUse.end(text)
        return response
    }

    private func carryOut(
        _ rawRequest: RawRequest, _ route: Route, _ request: HummingbirdCore.Request,
        _ caller: Caller,
        _ key: IdempotencyKey, _ requestID: String
    ) async throws -> Response {
        if let kept = try await kept(under: key) { return Replies.again(kept) }
        let response: Response
        do {
            response = try await through(door.under(key)).answer(
                rawRequest, route, request, caller)
        } catch let problem as ProblemJSON where problem.status < 500 {
            // Of what did nothing nothing is kept: there is no note to which it could be added.
            response = Replies.problem(problem, requestID: requestID)
        }
        if let kept = try await StoredAnswer(response) {
            // Where it cannot be kept the client gets the answer all the same: the request is done.
            _ = await door.ask(.command(.keepAnswer(kept, to: key.text)))
        }
        return response
    }

    private func kept(under key: IdempotencyKey) async throws -> StoredAnswer? {
        switch try await ask(.query { .use(of: key, $0) }) {
        case .unused: return nil
        case .done(let kept?): return kept
        case .done(nil):
            throw ProblemJSON(
                .answerNotKept,
                "the request with the key \(key.text.prefix(80)) was completed or started, but its "
                    + "response is not stored",
                fix: "check whether it is done; if not, send it with a new key")
        case .otherwise:
            throw ProblemJSON(
                .keyReused, "the key \(key.text.prefix(80)) belongs to another request",
                fix:
                    "use a new key for each request, and the same key only for the same method, "
                    + "target and "
                    + "body")
        }
    }
}

extension StoredAnswer {
    /// Nil if it is too long to be kept.
    fileprivate init?(_ response: Response) async throws {
        guard let length = response.body.contentLength, length <= Self.bodyBytesMax else {
            return nil
        }
        let names: [HTTPField.Name] = [.contentType, .eTag, .location]
        self.init(
            status: response.status.code,
            fields: names.compactMap { name in
                response.headers[name].map { Field(name: name.rawName, value: $0) }
            },
            body: try await BodyText.bytes(of: response.body))
    }
}

/// Takes down what a body says.
private final class BodyText: ResponseBodyWriter {
    private var bytes: [UInt8] = []

    static func bytes(of body: ResponseBody) async throws -> [UInt8] {
        let text = BodyText()
        try await body.write(text)
        return text.bytes
    }

    func write(_ buffer: ByteBuffer) { bytes += buffer.readableBytesView }

    func finish(_ trailer: HTTPFields?) {}
}

extension HTTPField.Name {
    /// By what a request is known again.
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .accept
    /// The answer is one that was given before.
    static let idempotentReplayed = HTTPField.Name("Idempotent-Replayed") ?? .age
}
