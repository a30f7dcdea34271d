import Sync
import Wire

/// Changes what a hostile node's engine sends and receives, and sends messages of its own.
protocol Conduct: AnyObject {
    /// Returns what is sent over `tap` in place of `message`.
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance]

    /// Returns what the engine receives in place of `message`.
    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message]

    /// Returns what is sent unasked, every few seconds.
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance]

    /// Whether it reads nothing more from a link once it has sent its interest there.
    var readsNothing: Bool { get }

    /// Returns further effects every few seconds; its own links have ids that no engine assigns.
    func moves(_ node: HostileNode) -> [Effect]

    /// Handles an event of a link of its own; nil if the event is for the engine.
    func takes(_ event: Event, _ node: HostileNode) -> [Effect]?

    /// Called when its node was restarted: the links of the previous life are gone.
    func beginsAnew()
}

extension Conduct {
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance] { [.message(message)] }

    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message] { [message] }

    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance] { [] }

    var readsNothing: Bool { false }

    func moves(_ node: HostileNode) -> [Effect] { [] }

    func takes(_ event: Event, _ node: HostileNode) -> [Effect]? { nil }

    func beginsAnew() {}
}

/// The ways in which a node with its keys breaks the rules.
package enum HostileKind: String, CaseIterable, Sendable {
    /// Shows two branches of its chains to different peers.
    case forks
    /// Answers, but never sends some chains.
    case withholds
    /// Claims chains and lengths that it does not have.
    case overclaims
    /// Claims to have nothing.
    case underclaims
    /// Sends random digests.
    case misdigests
    /// Repeats what it has sent and received, also to others and after it was deleted.
    case replays
    /// Sends many small messages, and ever new chains of its own.
    case floods
    /// Sends runs whose predecessors are missing.
    case gaps
    /// Uses stamps far ahead, up to the maximum.
    case stamps
    /// Sends others' chains changed, continued, and signed with its own key.
    case forges
    /// Signs what it has no right to in its friend's audience.
    case usurps
    /// Sends garbage once the handshake is done.
    case garbage
    /// Sends half of what it would send, one byte at a time.
    case drips
    /// Sends false checkpoints and false proofs of forks.
    case falseProofs = "false proofs"
    /// Sends false keys for existing epochs and for others.
    case falseKeys = "false keys"
    /// Requests everything, again and again.
    case begs
    /// Claims that others' devices are its person's.
    case impersonates
    /// Requests everything and reads nothing of it.
    case readsNothing = "reads nothing"
    /// Connects as ever more devices of its person.
    case crowds

    /// Creates a conduct of this kind.
    func conduct() -> any Conduct {
        switch self {
        case .forks: return ForkedChains()
        case .withholds: return Withholding()
        case .overclaims: return Misleading(.more)
        case .underclaims: return Misleading(.less)
        case .misdigests: return Misleading(.digests)
        case .replays: return Replaying()
        case .floods: return Flooding()
        case .gaps: return Gaping()
        case .stamps: return Stamping()
        case .forges: return Forging()
        case .usurps: return Usurping()
        case .garbage: return Babbling()
        case .drips: return Dripping()
        case .falseProofs: return FalseProofs()
        case .falseKeys: return FalseKeys()
        case .begs: return Begging()
        case .impersonates: return Impersonating()
        case .readsNothing: return ReadingNothing()
        case .crowds: return Crowding()
        }
    }
}
