import API
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Inspects the bytes of one connection, on its loop and before the HTTP server.
///
/// - It finds a place among the clients for it as soon as it has shown that it may have one, and tells them
///   when its client has closed its side.
/// - What is no request is told so here, for nobody behind this hears of it.
/// - Whoever speaks HTTP/1.0 is taken at its word that one request is all.
final class ConnectionGate: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let admission: ClientChannel.AccessPolicy
    private let clients: Clients
    private var isFirst = true
    /// Requests that have begun and are not yet answered.
    private var open = 0

    init(_ admission: ClientChannel.AccessPolicy, _ clients: Clients) {
        self.admission = admission
        self.clients = clients
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            open += 1
            head.spellOutHost()
            if !head.isKeepAlive || head.version != .http1_1 {
                head.headers.replaceOrAdd(name: "Connection", value: "close")
            }
            part = .head(head)
            take(head, of: context.channel)
        case .body: break
        case .end:
            if case .ownUser = admission { _ = clients.admit(context.channel, isProved: true) }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { clients.part(from: context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        clients.part(from: context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What came before is answered first; then the connection ends with it.
        guard let error = error as? HTTPParserError, open == 0 else {
            return context.fireErrorCaught(error)
        }
        let problem =
            error == .headerOverflow
            ? ProblemJSON(
                .headTooLarge,
                "the request head is larger than \(GatewayLimits.headBytesMax) bytes, or has more "
                    + "than "
                    + "\(GatewayLimits.headFieldsMax) fields",
                fix: "leave out what is not needed, such as cookies")
            : ProblemJSON(
                .badRequest, "this is not an HTTP/1.1 request", fix: "see RFC 9112, section 2.1")
        refuse(problem, context)
    }

    // Says what is wrong and ends the connection, ahead of all that would make an answer of a request.
    private func refuse(_ problem: ProblemJSON, _ context: ChannelHandlerContext) {
        let body = JSONText.encode(problem)
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status),
            headers: [
                "Content-Type": "application/problem+json", "Content-Length": "\(body.count)",
                "Connection": "close", "Cache-Control": "no-store", "Date": HeadDate.now,
                "X-Content-Type-Options": "nosniff",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    // A connection is judged here once: what it asks later is judged when it is answered, so that many
    // wrong requests in one piece do not hold up the loop.
    private func take(_ head: HTTPRequestHead, of channel: any Channel) {
        guard isFirst else { return }
        isFirst = false
        guard let request = HTTPRequest(head), admission.allows(request, by: channel) else {
            return
        }
        _ = clients.admit(channel, isProved: admission.isProvedByHead)
    }
}

extension HTTPRequest {
    /// The parts of a head that the guard reads: method, target and fields, with the first host separate.
    fileprivate init?(_ head: HTTPRequestHead) {
        guard let method = Method(head.method.rawValue) else { return nil }
        var fields = HTTPFields()
        var hosts: [String] = []
        for field in head.headers {
            guard let name = HTTPField.Name(field.name) else { continue }
            if field.name.lowercased() == "host" { hosts.append(field.value) }
            if field.name.lowercased() != "host" || hosts.count > 1 {
                fields.append(HTTPField(name: name, value: field.value))
            }
        }
        self.init(
            method: method, scheme: "http", authority: hosts.first, path: head.uri,
            headerFields: fields)
    }
}
