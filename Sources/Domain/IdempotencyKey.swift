/// By what a node knows a request again that its client sends once more, because it heard no answer.
///
/// - Source: draft-ietf-httpapi-idempotency-key-header-06, section 2; what the request was is its
///   "idempotency fingerprint".
package struct IdempotencyKey: Equatable, Sendable {
    /// What the client made up, 1 to `textBytesMax` printable characters of ASCII.
    package let text: String
    /// All that was asked, as it came: method, target and body. Another request under the same key is
    /// none that is sent once more.
    package let request: [UInt8]

    /// Longest key: a UUID has 36.
    package static let textBytesMax = 255

    /// The key of this request.
    package init(text: String, request: [UInt8]) {
        self.text = text
        self.request = request
    }
}

/// What was answered to a request with a key, to be answered again.
package struct KeptAnswer: Equatable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The fields that say what the body is, and where what was made is.
    package let fields: [Field]
    package let body: [UInt8]

    /// One line of a head.
    package struct Field: Equatable, Sendable {
        package let name: String
        package let value: String

        /// This line; neither part has the end of one in it.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Longest body that is kept: what is answered to 500 links that were kept has 30 KiB.
    package static let bodyBytesMax = 64 * 1024

    /// The answer with these parts.
    package init(status: Int, fields: [Field], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What a node knows of a key.
package enum KeyUse: Equatable, Sendable {
    /// Nothing was done under it, or so long ago that nobody knows any more.
    case unused
    /// It stands for another request.
    case otherwise
    /// What it stands for was done, or begun, and answered so; nil if the answer is not kept.
    case done(KeptAnswer?)
}

extension Request {
    /// The same, done under `key`; what changes nothing needs none.
    package func once(_ key: IdempotencyKey) -> Request {
        switch self {
        case .command(let command): return .command(.once(command, key))
        case .query: return self
        }
    }
}

extension Answer {
    /// Something may have been done by the command to which this was said.
    package var tellsOfDeeds: Bool {
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
