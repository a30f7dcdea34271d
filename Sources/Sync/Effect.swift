package import Domain
package import Wire

/// Something the shell has to do. Everything that led to it is durable by then.
package enum Effect: Equatable, Sendable {
    /// Open a link to `host:port`; answered by `connected` or `unreachable`.
    case dial(LinkID, address: String)
    /// Send bytes over a link, behind all before.
    case send(LinkID, [UInt8])
    /// Whoever is at the other end has proved to be this: what the link may hold follows from that
    /// (`LinkBudget`). Before, they have proved nothing.
    case regard(LinkID, Closeness)
    /// End a link once what was sent before is out; nothing more is heard of it but
    /// `disconnected`.
    case close(LinkID, CloseReason)
    /// Look for others on the networks that are there, or do not; answered by `networks`. The first
    /// step says which, and later ones when it changes.
    case discover(Bool)
    /// Send a datagram: to everybody on each of these networks, or to `host:port` if one is named.
    case beacon([UInt8], to: String?)
    /// Do this for the bundle that was asked for so; each deed but `close` is answered by
    /// `Event.bundle`.
    case bundle(RequestID, BundleDeed)
    /// These are the directories that something else carries, and no others. The first step says
    /// which, and later ones when that changes.
    case folders([FolderPlace])
    /// Do this in the folder with this number; the answer to `Event.folder`.
    case folder(Int64, FolderDeed)
    /// Answer a request.
    case answer(RequestID, Answer)
    /// Tell onlookers.
    case announce(Notice)
}
