/// Identifies a request that a client retries because it received no answer.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-06, section 2; `request` is its "idempotency fingerprint".
package struct IdempotencyKey: Equatable, Sendable {
    /// The client's key, 1 to `textBytesMax` printable ASCII characters.
    package let text: String
    /// The request as received: method, target and body. A different request under the same key is not a retry.
    package let request: [UInt8]

    /// The maximum length of a key; a UUID has 36.
    package static let textBytesMax = 255

    /// Creates the key of this request.
    package init(text: String, request: [UInt8]) {
        self.text = text
        self.request = request
    }
}

/// The stored answer to a request with a key, returned again on a retry.
package struct StoredAnswer: Equatable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The header fields that describe the body and locate a created resource.
    package let fields: [Field]
    package let body: [UInt8]

    /// One header line.
    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String

        /// Creates a line; neither part may contain a line end.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The maximum length of a stored body: the answer to adding 500 links has 30 KiB.
    package static let bodyBytesMax = 64 * 1024

    /// Creates an answer from its parts.
    package init(status: Int, fields: [Field], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// The use of a key, as far as a node knows.
package enum KeyUse: Equatable, Sendable {
    /// It was not used, or it has expired.
    case unused
    /// It was used for another request.
    case otherwise
    /// Its request was done or begun, with this answer; nil if the answer is not stored.
    case done(StoredAnswer?)
}

extension Request {
    /// Returns the request with `key`; a query changes nothing and needs none.
    package func once(_ key: IdempotencyKey) -> Request {
        switch self {
        case .command(let command): return .command(.once(command, key))
        case .query: return self
        }
    }
}

extension Answer {
    /// Whether the command with this answer may have changed something.
    package var reportsChange: Bool {
        switch self {
        case .rejected: return false
        case .kept(let report):
            return report.outcomes.contains {
                if case .refused = $0 { false } else { true }
            }
        default: return true
        }
    }
}
