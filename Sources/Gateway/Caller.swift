import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// The client of a request, for as long as it is answered.
struct Caller: Sendable {
    private let channel: any Channel
    private let clients: Clients
    /// The number of the browser's session that they came in by; nil for another way.
    private(set) var session: Int?

    init(_ channel: any Channel, among clients: Clients) {
        self.channel = channel
        self.clients = clients
    }

    /// The port they came in by; nil if they came by the socket.
    var port: Int? { channel.localAddress?.port }

    /// The same, in the session of a browser.
    func inSession(_ number: Int?) -> Caller {
        var caller = self
        caller.session = number
        return caller
    }

    /// Gives up the place of who is answered for one of those who wait for events.
    ///
    /// - Returns: whether there is one; then `listensNoMore` is called.
    func listens() async -> Bool {
        await onLoop { clients.listen(channel) } ?? false
    }

    /// Ends the wait for events: the next request takes a normal slot again.
    func listensNoMore() async {
        await onLoop { clients.listenNoMore(channel) }
    }

    /// Runs `operation`, and `act` as soon as they have closed their side, be it now or before.
    ///
    /// A caller that closes its side alone, and still reads, cannot be told from one that is gone: `act` leads to an
    /// answer that is right for both.
    func watched<Value>(
        _ operation: () async throws -> Value, whenGone act: @escaping @Sendable () -> Void
    ) async rethrows -> Value {
        await onLoop { clients.watch(channel, act) }
        do {
            let value = try await operation()
            await onLoop { clients.watch(channel, nil) }
            return value
        } catch {
            await onLoop { clients.watch(channel, nil) }
            throw error
        }
    }

    /// Drops the client: the rest of the response is not sent.
    func drop() {
        channel.close(promise: nil)
    }

    /// The same request; who wants to be asked for its body (RFC 9110, section 10.1.1) is asked when it is
    /// first read, and not if the request is refused by its head alone.
    func asked(_ request: Request) -> Request {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return request }
        var asked = request
        asked.body = RequestBody(
            asyncSequence: BodyOnDemand(body: request.body, channel: channel))
        return asked
    }

    @discardableResult
    private func onLoop<Value: Sendable>(_ act: @escaping @Sendable () -> Value) async -> Value? {
        try? await clients.loop.submit(act).get()
    }
}

/// A body whose sender waits until it is asked for.
private struct BodyOnDemand: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> Iterator {
        Iterator(parts: body.makeAsyncIterator(), channel: channel)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var parts: RequestBody.AsyncIterator
        fileprivate let channel: any Channel
        private var isAsked = false

        fileprivate init(parts: RequestBody.AsyncIterator, channel: any Channel) {
            self.parts = parts
            self.channel = channel
        }

        mutating func next() async throws -> ByteBuffer? {
            if !isAsked {
                isAsked = true
                let part = HTTPResponsePart.head(HTTPResponse(status: .continue))
                try await channel.writeAndFlush(part)
            }
            return try await parts.next()
        }
    }
}

extension HTTPField.Name {
    /// The value of `Expect`: the client sends the body once it is answered.
    static let expect = HTTPField.Name("Expect") ?? .accept
}
