import CRDT
import Primitives
import Store
import Wire

/// The state of one audience between two nodes: what each side holds, as far as this one knows.
struct Exchange {
    /// The place of its tag in the initiator's interest, by which messages name it.
    let place: UInt8
    /// The epoch by whose key both found it.
    let keyName: Bytes16
    /// Its row; nil while only the key is known here and the rotation is not.
    var audience: Int64?
    /// Whether the peer may be served from it.
    var isServed: Bool
    /// What the peer holds, or was sent.
    var theirs = Frontier()
    /// What the peer was told that we hold.
    var told = Frontier()
    /// Whether new deltas were only offered, and nothing is streamed until the peer asks.
    var isHeldBack = false
    /// Whether the peer has sent its whole frontier, or a digest equal to ours.
    var isKnown = false
    /// Whether we have sent our frontier.
    var isTold = false
    /// The store's experience count when we last sent it.
    var toldAt: UInt64 = 0
    /// The parts of a whole frontier that is still arriving.
    var arriving: [Frontier.Entry]?
    /// Whether new deltas are pushed over this link, as a branch of the audience's tree; over other links
    /// they are only offered.
    var isEager = false
    /// Whether the peer was told that it pushed something held here, since this link was last a branch.
    var hasPruned = false
    /// When to request deltas that were offered and not pushed.
    var askAt: Instant?
    /// Until when the peer has time to deliver what was requested from it; no other peer is asked before.
    var askedUntil: Instant?
    /// The latest time to wait for another peer that was asked for the same, whatever is promised.
    var waitsUntil: Instant?
    /// Whether another exchange, with a lower place, is about the same audience and is used instead. Happens
    /// where two epochs are known by their keys alone, or several are heads.
    var isSpare = false
    /// Whether a run came that could not be judged yet: what explains it has to come first.
    var isBehind = false
    /// Whether the deltas that the peer sent for our frontier do not count here, and it cannot be told why:
    /// they lie beyond a fork, and the peer knows the audience by what lies there.
    var isInVain = false
    /// The digests with which the peer was last told our frontier, if since then it has said nothing of the
    /// audience, or only repeated its frontier. While they stay the same, it has nothing to say.
    var unanswered: Digests?
    /// The hash of the whole frontier that came last.
    var frontierHeard: Bytes16?
    /// Whether the last digests differed.
    var isDifferent = false
    /// Whether both hold the same and show something different.
    var showsOtherwise = false
    /// Whether the peer may lack proofs of forks.
    var areForksDue = false
    /// Whether the peer was asked for other branches of own chains, and has not said that it has no more.
    var isRecalling = false
    /// Whether it was asked on this link; it need not be again unless another fork is proven.
    var hasRecalled = false
    /// Proofs that the peer has, since it sent or received them.
    var forksTold: [Frontier.Entry] = []
    /// Places of checkpoints that the peer has, since it sent or received them.
    var checkpointsTold: [Frontier.Entry] = []
    /// Chains of which a checkpoint came that cannot be judged yet. Neither can runs that leave out what it
    /// declares dead.
    var unjudged: [ChainID] = []
    /// Chains of which runs came that do not fit what is held, and until when the peer may show that they
    /// belong to another branch.
    var doubts: [(chain: ChainID, until: Instant)] = []
    /// Chains whose author's share is full here; the peer was told so on this link.
    var declined: Set<ChainID> = []
    /// Chains of which the peer accepts nothing more on this link.
    var declinedThere: Set<ChainID> = []
    /// Rows of damaged deltas for which the peer was asked on this link.
    var damageAsked: Set<Int64> = []
    /// Rounds of the search for where branches part, since the last place was found.
    var searches = 0

    /// The digests of both sides.
    struct Digests: Equatable {
        let mine: Bytes16
        let theirs: Bytes16
    }
}

/// A run that is arriving in several frames.
struct ArrivingRun {
    let audience: UInt8
    let chain: ChainID
    let sequence: UInt64
    /// Whether it belongs to another branch of an own chain.
    var isBranch = false
    var deltas: [UInt8]
}
