package import Domain
package import Wire

/// Something that the shell has to do. Everything that led to it is durable by then.
package enum Effect: Equatable, Sendable {
    /// Open a link to `host:port`; answered by `connected` or `unreachable`.
    case dial(LinkID, address: String)
    /// Send bytes over a link, after all earlier ones.
    case send(LinkID, [UInt8])
    /// The other end of a link has proved who it is, at this closeness, which determines what the link may
    /// use (`LinkBudget`). Before this effect it has proved nothing.
    case regard(LinkID, Closeness)
    /// End a link after what was sent before is out. Only `disconnected` follows for it.
    case close(LinkID, CloseReason)
    /// Start or stop looking for other nodes on the local networks; answered by `networks`. Emitted by the
    /// first step, and whenever it changes.
    case discover(Bool)
    /// Send a datagram: to everybody on each local network, or to `host:port` if one is named.
    case beacon([UInt8], to: String?)
    /// Perform an operation on the file of the bundle with this request. Each one but `close` is answered by
    /// `Event.bundle`.
    case bundle(RequestID, BundleDeed)
    /// Use exactly these directories as folders. Emitted by the first step, and whenever they change.
    case folders([FolderPlace])
    /// Perform an operation in the folder with this number; answered by `Event.folder`.
    case folder(Int64, FolderDeed)
    /// Answer a request.
    case answer(RequestID, Answer)
    /// Send a notice to all watchers.
    case announce(Notice)
}
