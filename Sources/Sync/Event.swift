package import Domain

/// Something that happened outside the engine.
package enum Event: Equatable, Sendable {
    /// A node dialled this one.
    case accepted(LinkID, address: String)
    /// A link that the engine asked for is open.
    case connected(LinkID)
    /// A link that the engine asked for could not be opened.
    case unreachable(LinkID, why: String)
    /// Bytes came over a link, in order, in chunks of any size.
    case received(LinkID, [UInt8])
    /// Nothing that was sent over a link is leaving any more; see `LinkBudget`.
    case stalled(LinkID)
    /// A link has ended, with or without `Effect.close`.
    case disconnected(LinkID)
    /// The number of networks to look for other nodes in: at first, and whenever they change.
    case networks(Int)
    /// A device that is looked for sent a beacon on one of them; see `Engine.sight`.
    case sighted(Sighting)
    /// A node on one of them asks for a short code with this number that is remembered here.
    case codeAsked(number: UInt16, nonce: UInt64, source: String)
    /// A node claims to have made the short code with this number that is being looked for.
    case codeAnswered(number: UInt16, address: String)
    /// The result of the last operation for the bundle with this request.
    case bundle(RequestID, BundleNews)
    /// What was found or done in the folder with this number.
    case folder(Int64, FolderNews)
    /// Whether the disk has room for data of others; assumed until an event says otherwise.
    case room(Bool)
    /// The user changed their name.
    case named(String)
    /// A person or program makes a request.
    case requested(RequestID, Request)
    /// The time given by `Engine.deadline` has come.
    case woken

    /// The link that the event concerns; nil if none.
    package var link: LinkID? {
        switch self {
        case .accepted(let link, _), .connected(let link), .unreachable(let link, _),
            .received(let link, _), .stalled(let link), .disconnected(let link):
            return link
        case .networks, .sighted, .codeAsked, .codeAnswered, .bundle, .folder, .room, .named,
            .requested, .woken:
            return nil
        }
    }

    /// Whether the event may lead to a write: a command, or bytes of a peer.
    var isWork: Bool {
        switch self {
        case .received, .requested(_, .command), .bundle, .folder, .named: return true
        case .accepted, .connected, .unreachable, .stalled, .disconnected, .networks, .sighted,
            .codeAsked, .codeAnswered, .room, .requested, .woken:
            return false
        }
    }
}

/// Names one link for as long as the engine runs.
package enum LinkID: Hashable, Comparable, Sendable {
    /// Dialled by this node; numbered by the engine.
    case outbound(UInt64)
    /// Dialled by the peer; numbered by the shell.
    case inbound(UInt64)
}

/// Names one request until it is answered; numbered by the shell.
package struct RequestID: Hashable, Comparable, Sendable {
    package let number: UInt64

    /// Wraps the request's number.
    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (left: RequestID, right: RequestID) -> Bool {
        left.number < right.number
    }
}
