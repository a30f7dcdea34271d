import HTTPTypes
import NIOCore
import NIOHTTP1

/// Reads along what comes over one connection, on its loop and ahead of whoever answers, and finds a place
/// among the clients for it as soon as it has shown that it may have one.
final class Admittance: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let admission: ClientChannel.Admission
    private let clients: Clients
    private var isFirst = true

    init(_ admission: ClientChannel.Admission, _ clients: Clients) {
        self.admission = admission
        self.clients = clients
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            head.spellOutHost()
            part = .head(head)
            take(head, of: context.channel)
        case .body: break
        case .end:
            if case .ownUser = admission { _ = clients.admit(context.channel, isProved: true) }
        }
        context.fireChannelRead(wrapInboundOut(part))
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
    /// What the guard reads of a head: method, target and fields, the first host apart from them.
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
