import API
import Testing

/// Reads requests as the types that spell them.
enum ParsedRequest {
    /// Returns a request to `endpoint` with this query string.
    static func read<Sent: ServedEndpoint>(
        _ type: Sent.Type, _ endpoint: OperationID, names: [String: String] = [:],
        _ query: String
    ) throws -> Sent {
        let rawRequest = RawRequest(
            endpoint: endpoint, names: names, parameters: try Parameters(query), body: [])
        return try #require(try rawRequest.decoded() as? Sent)
    }
}
