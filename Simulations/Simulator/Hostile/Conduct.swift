import Sync
import Wire

/// What becomes of what a hostile node's engine says and hears, and what is said without it.
protocol Conduct: AnyObject {
    /// What is said over `tap` in the place of `message`.
    func says(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Tap.Utterance]

    /// What the engine hears in the place of `message`.
    func hears(
        _ message: Message, over tap: Tap, _ node: HostileNode
    ) throws(BrokenClaim) -> [Message]

    /// What is said unasked, every few seconds.
    func stirs(over tap: Tap, _ node: HostileNode) throws(BrokenClaim) -> [Tap.Utterance]

    /// Once it has said over a link what it shares, it takes nothing more of what comes there.
    var readsNothing: Bool { get }

    /// What it does unasked besides, every few seconds: links of its own have names that no engine gives.
    func moves(_ node: HostileNode) -> [Effect]

    /// What it does about an event of a link of its own; nil if the event is for its engine.
    func takes(_ event: Event, _ node: HostileNode) -> [Effect]?

    /// Its machine was started: the links of the life before are gone.
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

/// How a node with its keys breaks the rules.
package enum HostileKind: String, CaseIterable, Sendable {
    /// Two branches of its chains to different peers.
    case forks
    /// Answers, and never sends some chains.
    case withholds
    /// Claims chains and lengths that it does not have.
    case overclaims
    /// Claims to have nothing.
    case underclaims
    /// Digests are chance.
    case misdigests
    /// Says again what it has said and heard, also to others and after it was deleted.
    case replays
    /// Small messages, and ever new chains of its own.
    case floods
    /// Runs to which what lies before is missing.
    case gaps
    /// Stamps far ahead, and as high as can be.
    case stamps
    /// Others' chains, changed, carried on, and signed with its own key.
    case forges
    /// Signs what it has no right to, in its friend's audience.
    case usurps
    /// Nonsense once the handshake is done.
    case garbage
    /// Says half of what it would say, one byte at a time.
    case drips
    /// Checkpoints and proofs of forks that are none.
    case falseProofs = "false proofs"
    /// Keys that are none, for epochs that are and for others.
    case falseKeys = "false keys"
    /// Asks for everything, again and again.
    case begs
    /// Says that others' devices are its person's.
    case impersonates
    /// Asks for everything, and takes nothing of what comes.
    case readsNothing = "reads nothing"
    /// Calls by ever more devices of its person.
    case crowds

    /// One that behaves so from now on.
    func conduct() -> any Conduct {
        switch self {
        case .forks: return Forking()
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
