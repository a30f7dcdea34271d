import CRDT
import Primitives
import Store
import Wire

/// How one audience fares between two nodes: what each side holds, as far as this one knows.
struct Exchange {
    /// Where its tag stands in the initiator's interest: how messages name it.
    let place: UInt8
    /// The epoch by whose key both found it.
    let keyName: Bytes16
    /// Its row; nil while only the key is known here and not yet the rotation.
    var audience: Int64?
    /// The peer may be served from it.
    var isServed: Bool
    /// What the peer holds, or was sent.
    var theirs = Frontier()
    /// What the peer was told of what we hold.
    var told = Frontier()
    /// New deltas were only offered: nothing is streamed until the peer asks.
    var isHeldBack = false
    /// The peer has told its whole frontier, or a digest equal to ours.
    var isKnown = false
    /// We have told ours.
    var isTold = false
    /// The store's experience when we told it last.
    var toldAt: UInt64 = 0
    /// Parts of a whole frontier that is still arriving.
    var arriving: [Frontier.Entry]?
    /// New deltas are pushed over this link, which is a branch of the audience's tree; over others they
    /// are only offered.
    var isEager = false
    /// What the peer pushed was held already, and it was told so since this link was last a branch.
    var hasPruned = false
    /// Deltas that were offered and not pushed: when to ask.
    var askAt: Instant?
    /// The peer was asked for what it offered: nobody else is until then.
    var askedUntil: Instant?
    /// Somebody else was asked for what this peer offers too: how long that may last, whatever is promised.
    var waitsUntil: Instant?
    /// Another exchange, with a lower place, is about the same audience: only that one is used. Both
    /// arise where two epochs are known by their keys alone, or several are heads.
    var isSpare = false
    /// A run came that could not be judged yet: what explains it has to come first.
    var isBehind = false
    /// What the peer sent when it was told our frontier does not count here, and it cannot be told why:
    /// it lies beyond a fork, and it is by what lies there that the peer knows the audience.
    var isInVain = false
    /// The digests by which the peer was last told our frontier, if it has said nothing of the audience
    /// since, or only the frontier that it had told before: as long as they stay what they are, it has
    /// nothing to say.
    var unanswered: Digests?
    /// The hash of the whole frontier that came last.
    var frontierHeard: Bytes16?
    /// The last digests differed.
    var isDifferent = false
    /// Both hold the same, and show something else.
    var showsOtherwise = false
    /// Proofs of forks may be missing there.
    var areForksDue = false
    /// The peer was asked for the other branches of own chains that part, and has not said that it
    /// has no more.
    var isRecalling = false
    /// It was asked on this link, and need not be again unless one more is proven.
    var hasRecalled = false
    /// Proofs that the peer has: it told them, or was told.
    var forksTold: [Frontier.Entry] = []
    /// Places of checkpoints that the peer has: it told them, or was told.
    var checkpointsTold: [Frontier.Entry] = []
    /// Chains of which a checkpoint came that cannot be judged yet: runs that leave out what it calls
    /// dead cannot be either.
    var unjudged: [ChainID] = []
    /// Chains of which runs came that do not fit what is held, and until when the peer may show that
    /// they belong to another branch.
    var doubts: [(chain: ChainID, until: Instant)] = []
    /// Chains whose author's share is full here: the peer was told so on this link.
    var declined: Set<ChainID> = []
    /// Chains of which the peer takes nothing more in on this link.
    var declinedThere: Set<ChainID> = []
    /// Rows of damaged deltas for which the peer was asked on this link.
    var damageAsked: Set<Int64> = []
    /// Rounds in search of where branches part, since the last one was found.
    var searches = 0

    /// Of what either side holds.
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
    /// It is of another branch of an own chain.
    var isBranch = false
    var deltas: [UInt8]
}
