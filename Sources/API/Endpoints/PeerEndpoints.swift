package import Domain

// Links to other nodes.

/// Lists other nodes.
package struct ListPeers: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute("listPeers", .get, "/v1/peers", "Other nodes")
    package func request() -> TypedRequest<[Peer]> { .query { .peers($0) } }
    package func output(_ all: [Peer]) -> PageJSON<PeerJSON> {
        PageJSON(items: all.map(PeerJSON.init))
    }
}

/// Dials a node.
package struct Connect: Endpoint {
    package var host = ""
    package var port = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("host", &host, "The name or address of the other node.")
        fields.member("port", &port, as: .integer(1...65535), "Its port.")
    }

    /// Dials this address.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = Int(port)
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "connect", .post, "/v1/connect", "Dial a node", [.invalidValue])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        guard let port = UInt16(exactly: port), port > 0 else {
            throw ProblemJSON(
                .invalidValue, "\(port) is not a port", fix: "a number from 1 to 65535",
                pointer: "/port")
        }
        return .command { .connect(host: host, port: port, $0) }
    }
}

/// Syncs with all friends.
package struct SyncNow: Endpoint {
    /// The seconds that the response may be held back until every open session is in sync; nil responds at once.
    package var wait: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.query(
            "wait", &wait, in: 0...3600,
            "Respond when every open session is in sync, at most after this many seconds")
    }

    /// Waits so many seconds at most; nil does not wait.
    package init(wait: Int?) { self.wait = wait }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "sync", .post, "/v1/sync", "Sync with all friends", [.timeout])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> { .command { .sync($0) } }
}
