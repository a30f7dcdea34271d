package import Domain

/// Something that happened outside the engine.
package enum Event: Equatable, Sendable {
    /// Somebody dialled this node.
    case accepted(LinkID, address: String)
    /// A link that the engine asked for is open.
    case connected(LinkID)
    /// A link that the engine asked for could not be opened.
    case unreachable(LinkID, why: String)
    /// Bytes came over a link, in order, cut anywhere.
    case received(LinkID, [UInt8])
    /// Nothing of what was sent over a link leaves any more; see `LinkBudget`.
    case stalled(LinkID)
    /// A link is gone, without or after `Effect.close`.
    case disconnected(LinkID)
    /// So many networks are there to look for others in: at first, and when they have changed.
    case networks(Int)
    /// Somebody who is looked for was heard on one of them; see `Engine.sight`.
    case sighted(Sighting)
    /// Somebody on one of them asks for a short code of this number that is open here.
    case codeAsked(number: UInt16, nonce: UInt64, source: String)
    /// Somebody says that he has made the code of this number that is being looked for.
    case codeAnswered(number: UInt16, address: String)
    /// What came of the last deed for the bundle that was asked for so.
    case bundle(RequestID, BundleNews)
    /// What was found in the folder with this number, or done there.
    case folder(Int64, FolderNews)
    /// Whether the disk has room for what others send; there is until something else is said.
    case room(Bool)
    /// The person calls himself so from now on.
    case named(String)
    /// A person or program asks for something.
    case requested(RequestID, Request)
    /// The moment `Engine.deadline` named has come.
    case woken

    /// The link of which it tells; nil if it tells of none.
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

    /// It may write: a change that was asked for, or a peer's bytes.
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
    /// Dialled by the other; numbered by the shell.
    case inbound(UInt64)
}

/// Names one request until it is answered; numbered by the shell.
package struct RequestID: Hashable, Comparable, Sendable {
    package let number: UInt64

    /// The request with this number.
    package init(_ number: UInt64) {
        self.number = number
    }

    package static func < (left: RequestID, right: RequestID) -> Bool {
        left.number < right.number
    }
}
