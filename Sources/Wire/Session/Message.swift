package import CRDT
package import Primitives

/// The messages inside an encrypted session, one in a frame.
///
///     kind  u8, then
///     1 certificate  160, proof 64                          the responder's first, then the initiator's
///     2 keys         isFriend u8, n times (epoch name 16, K 32)  n a multiple of 32
///     3 interest     n times 16                             n a multiple of 32
///     4 digests      n times (audience u8, digest 16)       also the heartbeat
///     5 frontier     audience u8, flags u8, n times (chain 16, length u64)
///     6 run          isLast u8, audience u8, chain 16, first sequence varint, compact deltas
///     9 more         isLast u8, continuation of the run or `more` before
///     7 credit       u32                                    bytes of runs that may follow
///     8 close        reason u8                              only this ends a sync as complete
///    10 introduction text of the newcomer's ticket          only on a link by invitation
///    13 farewell     form u8, what ended a right or device  only to those whose right it ended
///    11 fork         audience u8, proof                     before the frontier of its audience
///    12 heads        audience u8, n times (chain 16, sequence u64, id 16)
///    14 checkpoint   audience u8, proof                     before a run that leaves dead deltas out
///    15 recall       audience u8, chain 16, sequence u64    only from the device that signs the chain
///    16 branch       as a run, of whole deltas              only to that device, as requested
///    17 mailbox      form u8, a request to a keeper         see `MailboxRequest`
///    18 kept         form u8, a keeper's answer             see `MailboxAnswer`
///    19 piece        isPut u8, bytes of a segment           after a put, or as a get's answer
///    20 want         see `BlobWant`                         pieces of a file
///    21 leaves       see `BlobLeaves`                       one of them
///    22 hasNot       name 32                                instead of everything requested at once
///    23 declined     audience u8, n times chain 16          chains whose runs are not accepted
///    24 shown        n times (audience u8, log 16, shown 16)  the visible state for exactly this log
///
/// An audience is named by the index of its tag in the initiator's interest.
package enum Message: Equatable, Sendable {
    /// The certificate of the sending device, and its proof of being that device (`DeviceProof`, 64 bytes).
    case certificate(Certificate, proof: [UInt8])
    /// The epoch keys the receiver may have, padded with blanks, and whether the sender has added the receiver's person
    /// as a friend. The flag is in this message, which everyone sends, because a message of its own would reveal it.
    case keys([EpochKey.Followed], isFriend: Bool = false)
    case interest([Bytes16])
    case digests([AudienceDigest])
    case frontier(FrontierPart)
    case run(Run)
    case more(isLast: Bool, deltas: [UInt8])
    case credit(UInt32)
    case close(CloseReason)
    case introduction(text: String)
    case farewell(Farewell)
    case fork(audience: UInt8, ForkProof)
    case heads(Heads)
    case checkpoint(audience: UInt8, CheckpointProof)
    /// The sender's own chain is proven to fork: it requests what the receiver has of it, from there or from a later
    /// position on.
    case recall(audience: UInt8, Frontier.Entry)
    /// Deltas after a proven fork, to be read by `WholeDeltas`, as far as they are stored; the last is signed. An empty
    /// run means that there are no more.
    case branch(Run)
    case mailbox(MailboxRequest)
    case kept(MailboxAnswer)
    /// Bytes of the segment that the sender puts, or that the receiver gets: 1...`pieceBytes`, and exactly that many
    /// except in the last piece.
    case piece(isPut: Bool, [UInt8])
    case want(BlobWant)
    case leaves(BlobLeaves)
    /// The file is not here, or not for the receiver; the two cases are indistinguishable.
    case hasNot(name: Bytes32)
    /// The sender accepts no more of these chains over this link, because their author's quota in the audience is used
    /// up: ascending, at most `declinedMax` in all, in addition to those named before. An empty list accepts all again.
    case declined(audience: UInt8, [ChainID])
    /// Digests of the visible state of some audiences: a peer with the same log must have the same, or something is
    /// wrong.
    case shown([Shown])

    /// The state of one audience's log, in sixteen bytes: see `digest`.
    package struct AudienceDigest: Equatable, Sendable {
        package let audience: UInt8
        package let digest: Bytes16

        /// Creates the digest of the audience at index `audience`.
        package init(audience: UInt8, digest: Bytes16) {
            self.audience = audience
            self.digest = digest
        }
    }

    /// The visible state of one audience.
    package struct Shown: Equatable, Sendable {
        package let audience: UInt8
        /// The digest of the sender's log of the audience, as in `AudienceDigest`.
        package let log: Bytes16
        /// The digest of the visible state derived from that log.
        package let shown: Bytes16

        /// Creates the entry for the audience at index `audience`.
        package init(audience: UInt8, log: Bytes16, shown: Bytes16) {
            self.audience = audience
            self.log = log
            self.shown = shown
        }
    }

    /// The lengths of chains stored by the sender.
    package struct FrontierPart: Equatable, Sendable {
        package let audience: UInt8
        /// Whether this is the first part of a whole frontier: chains not named in its parts have length 0.
        package let isWhole: Bool
        /// Whether this is the last part, after which the receiver may determine what is missing.
        package let isLast: Bool
        /// Whether the sender lacks what the receiver has beyond this, and requests it.
        package let isAsking: Bool
        /// Whether the sender already had what the receiver pushed, which should only be offered from now on.
        package let isPruning: Bool
        package let entries: [Frontier.Entry]

        /// Creates a part of a frontier. `isAsking` and `isPruning` exclude each other.
        package init(
            audience: UInt8, isWhole: Bool, isLast: Bool, isAsking: Bool, isPruning: Bool = false,
            entries: [Frontier.Entry]
        ) {
            self.audience = audience
            self.isWhole = isWhole
            self.isLast = isLast
            self.isAsking = isAsking
            self.isPruning = isPruning
            self.entries = entries
        }
    }

    /// Consecutive deltas: `CompactRun` reads `deltas`. A run too large for a frame continues in `more`; the last delta
    /// of a run is signed.
    package struct Run: Equatable, Sendable {
        /// Whether no `more` follows.
        package let isLast: Bool
        package let audience: UInt8
        package let chain: ChainID
        package let sequence: UInt64
        package let deltas: [UInt8]

        /// Creates a run of the deltas of `chain` from `sequence` on.
        package init(
            isLast: Bool, audience: UInt8, chain: ChainID, sequence: UInt64, deltas: [UInt8]
        ) {
            self.isLast = isLast
            self.audience = audience
            self.chain = chain
            self.sequence = sequence
            self.deltas = deltas
        }
    }

    /// The sender's headers at some positions of chains: a receiver with different ones finds the point of divergence
    /// in a few rounds.
    package struct Heads: Equatable, Sendable {
        package let audience: UInt8
        /// The headers, ascending by chain and sequence; at least one.
        package let entries: [Head]

        /// Creates the heads of the audience at index `audience`.
        package init(audience: UInt8, entries: [Head]) {
            self.audience = audience
            self.entries = entries
        }
    }

    /// A stored header, given by its position and the first half of its id.
    package struct Head: Equatable, Sendable {
        package let chain: ChainID
        package let sequence: UInt64
        package let id: Bytes16

        /// Creates the head of the header `id` at `sequence` of `chain`.
        package init(chain: ChainID, sequence: UInt64, id: Bytes16) {
            self.chain = chain
            self.sequence = sequence
            self.id = id
        }
    }

    /// The maximum number of entries of `heads` in one frame.
    package static let headsMax = (bytesMax - 2) / 40
    /// The maximum length of a message: a frame's plain text less the mark after it (`FramePadding`).
    package static let bytesMax = FramePadding.plainMax - 1
    /// The granularity of the number of keys and tags, which keeps it from revealing much.
    package static let padding = 32
    /// The maximum number of audiences in one session: an index is one byte.
    package static let audiencesMax = 224
    /// The maximum number of chains of one audience declined over one link; runs of further ones are discarded on
    /// arrival.
    package static let declinedMax = 256
    /// The maximum number of entries of a frontier in one frame.
    package static let frontierEntriesMax = (bytesMax - 3) / 24
    /// The maximum number of bytes before the deltas in a run's frame.
    package static let runOverheadMax = 1 + 1 + 1 + 16 + 10
    /// The maximum length of one run in all its frames: an unsigned stretch, and the delta that ends it.
    package static let runBytesMax = 1024 * 1024
    /// The maximum length of an introduction; the longest ticket has 4062 bytes.
    package static let introductionBytesMax = 4096
}

/// Why a node closes a link. The raw value is sent; the name is displayed.
package enum CloseReason: UInt8, CaseIterable, Error, Sendable {
    /// No error: the node stops, or this link is redundant.
    case done = 1
    /// A frame or message cannot be parsed.
    case malformed = 2
    /// A message is not allowed in the current state.
    case unexpected = 3
    /// The handshake failed: another program, another key, a flipped bit.
    case badHandshake = 4
    /// A certificate that its person did not sign, that is not for the key of this link, whose device did not prove
    /// itself, or that is not the dialled one.
    case badCertificate = 5
    /// A delta has an invalid signature.
    case badSignature = 6
    /// A delta does not continue its chain, or its payload does not match.
    case badChain = 7
    /// The credit or another limit was exceeded.
    case tooMuch = 8
    /// The peer was silent for too long.
    case slow = 9
    /// The node is read-only and cannot accept anything.
    case readOnly = 10
    /// The peer has this node's own key.
    case reflected = 11
    /// The maker of this link's invitation admits this person by none, or gives a role unknown here.
    case notInvited = 12
    /// The invitation of this link has been used as often as it allows.
    case usedUp = 13
    /// The invitation of this link was revoked.
    case revoked = 14
    /// The invitation of this link has expired.
    case expired = 15
    /// A leaf of a file does not match the file's name.
    case badLeaf = 16
    /// A certificate has a signature algorithm that only a newer version knows.
    case newerCertificate = 17

    /// Whether the reason ends a link made by an invitation, and the use of the invitation with it.
    package var refusesInvitation: Bool {
        switch self {
        case .notInvited, .usedUp, .revoked, .expired: return true
        case .done, .malformed, .unexpected, .badHandshake, .badCertificate, .badSignature,
            .badChain, .tooMuch, .slow, .readOnly, .reflected, .badLeaf, .newerCertificate:
            return false
        }
    }

    /// The name as shown by `weft peers` and in the log.
    package var name: String {
        switch self {
        case .done: return "done"
        case .malformed: return "malformed message"
        case .unexpected: return "unexpected message"
        case .badHandshake: return "handshake failed"
        case .badCertificate: return "bad certificate"
        case .badSignature: return "bad signature"
        case .badChain: return "broken chain"
        case .tooMuch: return "limit exceeded"
        case .slow: return "too slow"
        case .readOnly: return "read-only node"
        case .reflected: return "own key reflected"
        case .notInvited: return "not invited"
        case .usedUp: return "invitation used up"
        case .revoked: return "invitation revoked"
        case .expired: return "invitation expired"
        case .badLeaf: return "wrong leaf of a file"
        case .newerCertificate: return "certificate of a newer version"
        }
    }
}
