package import Domain
package import Wire

/// Something the shell has to do. Everything that led to it is durable by then.
package enum Effect: Equatable, Sendable {
    /// Open a link to `host:port`; answered by `connected` or `unreachable`.
    case dial(LinkID, address: String)
    /// Send bytes over a link, behind all before.
    case send(LinkID, [UInt8])
    /// End a link once what was sent before is out; nothing more is heard of it but
    /// `disconnected`.
    case close(LinkID, CloseReason)
    /// Answer a request.
    case answer(RequestID, Answer)
    /// Tell onlookers.
    case announce(Notice)
}
