import Domain

// By what a client that heard no answer may send a request once more.
extension Routes {
    static let idempotencyKey = Route.Parameter(
        name: "Idempotency-Key", schema: .string, place: .header,
        about:
            "1 to \(IdempotencyKey.textBytesMax) printable characters in quotes. The same request "
            + "with "
            + "the same key is answered as before, and not done twice")

    /// The problems of a key.
    static let keyProblems: [ProblemJSON.Code] = [.keyReused, .keyInUse, .answerNotKept]
}

extension Route {
    /// The key of a request whose head has these lines `Idempotency-Key`; nil if it needs none.
    ///
    /// PUT and DELETE may be sent twice as they are, and reading changes nothing: there it says nothing.
    ///
    /// - Source: draft-ietf-httpapi-idempotency-key-header-06, section 2.1: one line, a String of RFC 8941,
    ///   section 3.3.3. What has no quotes is taken for the key itself.
    /// - Throws: `bad_request` if it is no key, or if whoever sends it would not get what it promises.
    package func key(_ lines: [String]) throws(ProblemJSON) -> String? {
        guard let line = lines.first, path.hasPrefix("/v1/") else { return nil }
        switch method {
        case .get, .put, .delete: return nil
        case .post, .patch: break
        }
        guard parameters.contains(Routes.idempotencyKey) else {
            throw ProblemJSON(
                .badRequest, "Idempotency-Key is not supported here; nothing was done",
                fix: "leave it out, and check first whether it is done")
        }
        guard lines.count == 1 else { throw Self.problem("the request has several") }
        let key: String
        if line.hasPrefix("\"") {
            guard let quoted = Self.unquoted(line.utf8.dropFirst()) else {
                throw Self.problem("the closing quote is missing or misplaced")
            }
            key = quoted
        } else {
            key = line
        }
        guard key.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw Self.problem("it has characters that are not printable ASCII")
        }
        guard 1...IdempotencyKey.textBytesMax ~= key.utf8.count else {
            throw Self.problem(
                key.isEmpty
                    ? "it is empty" : "it has more than \(IdempotencyKey.textBytesMax) bytes")
        }
        return key
    }

    // The text before the closing quote; nil if there is none, or something stands behind it.
    private static func unquoted(_ text: Substring.UTF8View) -> String? {
        var key: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                return rest.isEmpty ? String(decoding: key, as: UTF8.self) : nil
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(),
                    escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
                else { return nil }
                key.append(escaped)
            default: key.append(byte)
            }
        }
        return nil
    }

    private static func problem(_ why: String) -> ProblemJSON {
        ProblemJSON(
            .badRequest, "Idempotency-Key is invalid: \(why); nothing was done",
            fix:
                "send a new UUID for each request, in quotes: Idempotency-Key: "
                + "\"8e03978e-40d5-43dd-bc93\""
        )
    }
}
