import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// HTTP/1.1 for a limited number of clients at a time.
struct ClientChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value
    /// The answer to a request, and whatever that is.
    typealias Responder = @Sendable (HummingbirdCore.Request, Caller) async -> Response

    /// The clients that are accepted.
    enum AccessPolicy {
        /// Processes of the node's own user. Who is at the other end is asked of the kernel when the
        /// connection is made; anybody else's is closed before a byte of it is read. The mode of
        /// the socket keeps others out already; this holds even where a file system ignores modes.
        case ownUser
        /// Any client: each request has to be authorized, which `allows` checks.
        case everybody(allows: @Sendable (HTTPRequest, _ port: Int?) -> Bool)

        /// Whether a client that sends this head may have a place.
        func allows(_ head: HTTPRequest, by channel: any Channel) -> Bool {
            switch self {
            case .ownUser: true
            case .everybody(let allows): allows(head, channel.localAddress?.port)
            }
        }

        /// Whether a client has proved itself when its head has come, and not only when its whole
        /// request has.
        var isProvedByHead: Bool {
            switch self {
            case .ownUser: false
            case .everybody: true
            }
        }
    }

    private let admission: AccessPolicy
    private let serving: HTTP1Channel
    private let clients: Clients

    init(_ admission: AccessPolicy, _ clients: Clients, respond: @escaping Responder) {
        var limits = HTTP1Channel.Configuration.DecoderConfiguration()
        limits.maxHeaderListSize = GatewayLimits.headBytesMax
        limits.maxHeaderFieldSize = GatewayLimits.headBytesMax
        limits.maxHeaderFieldCount = GatewayLimits.headFieldsMax
        let http = HTTP1Channel.Configuration(
            idleTimeout: GatewayLimits.patience, httpDecoderConfiguration: limits)
        self.admission = admission
        self.clients = clients
        serving = HTTP1Channel(
            responder: { request, writer, channel in
                let caller = Caller(channel, among: clients)
                let hasPlace = await Self.hasPlace(channel, for: request.head, admission, clients)
                var response =
                    hasPlace
                    ? await respond(caller.asked(request), caller)
                    : Replies.tooMany(
                        "\(GatewayLimits.clientsMax) clients are already being served")
                response.headers[.date] = HeadDate.now
                if request.headers[.connection] == "close" {
                    response.headers[.connection] = "close"
                }
                try await writer.write(response: response.head, body: response.body)
                if !hasPlace { channel.close(promise: nil) }
            }, configuration: http)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        switch admission {
        case .everybody: return welcome(channel, logger)
        case .ownUser: break
        }
        return peerUser(of: channel).flatMap { user in
            guard user == geteuid() else {
                logger.warning("closed a connection of user \(user)")
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
            }
            return welcome(channel, logger)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await serving.handle(value: value, logger: logger)
        clients.leave(value.channel)
    }

    private func welcome(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Value> {
        guard clients.enter(channel) else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        let made = serving.setup(channel: channel, logger: logger).flatMapThrowing { value in
            // Ahead of all that is not the decoder's: whoever is read is admitted first.
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(ConnectionGate(admission, clients), position: .after(decoder))
            return value
        }
        made.whenFailure { _ in clients.leave(channel) }
        return made
    }

    // A request that may not be answered anyway takes no place: it is told so.
    private static func hasPlace(
        _ channel: any Channel, for head: HTTPRequest, _ admission: AccessPolicy, _ clients: Clients
    ) async -> Bool {
        let isServed = try? await clients.loop.submit { clients.serves(channel) }.get()
        guard isServed != true, admission.allows(head, by: channel) else { return true }
        let isAdmitted = try? await clients.loop.submit {
            clients.admit(channel, isProved: admission.isProvedByHead)
        }.get()
        return isAdmitted == true
    }

    private func peerUser(of channel: any Channel) -> EventLoopFuture<uid_t> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        #if canImport(Glibc)
        let level = NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET)
        let name = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let found: EventLoopFuture<PeerProcess> = options.unsafeGetSocketOption(
            level: level, name: name)
        return found.map(\.user)
        #else
        // sys/un.h: SOL_LOCAL is 0, LOCAL_PEERCRED is 1.
        let level = NIOBSDSocket.OptionLevel(rawValue: 0)
        let name = NIOBSDSocket.Option(rawValue: 1)
        let found: EventLoopFuture<xucred> = options.unsafeGetSocketOption(level: level, name: name)
        return found.map(\.cr_uid)
        #endif
    }
}

#if canImport(Glibc)
/// `struct ucred` of unix(7), which Glibc shows only to C: three numbers of 32 bits.
private struct PeerProcess {
    let process: pid_t
    let user: uid_t
    let group: gid_t
}
#endif
