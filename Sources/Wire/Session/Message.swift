package import CRDT
package import Primitives

/// What two nodes say to each other inside the encrypted session, one to a frame.
///
///     kind  u8, then
///     1 certificate  160, proof 64                          the responder's first, then the initiator's
///     2 keys         isFriend u8, n times (epoch name 16, K 32)  n a multiple of 32
///     3 interest     n times 16                             n a multiple of 32
///     4 digests      n times (audience u8, digest 16)       also the heartbeat
///     5 frontier     audience u8, flags u8, n times (chain 16, length u64)
///     6 run          isLast u8, audience u8, chain 16, first sequence varint, compact deltas
///     9 more         isLast u8, what goes on behind the run or `more` before
///     7 credit       u32                                    bytes of runs that may follow
///     8 close        reason u8                              only this ends a sync as complete
///    10 introduction text of the newcomer's ticket          only on a link by invitation
///    13 farewell     form u8, what ended a right or device  only to whom it ended
///    11 fork         audience u8, proof                     before the frontier of its audience
///    12 heads        audience u8, n times (chain 16, sequence u64, id 16)
///    14 checkpoint   audience u8, proof                     before a run that leaves dead ones out
///    15 recall       audience u8, chain 16, sequence u64    only from the device that signs the chain
///    16 branch       as a run, of whole deltas              only to it: what it asked for
///    17 mailbox      form u8, what is asked of a keeper      see `MailboxRequest`
///    18 kept         form u8, what the keeper says           see `MailboxAnswer`
///    19 piece        isPut u8, bytes of a segment            behind a put, or as a get's answer
///    20 want         see `BlobWant`                         pieces of a file
///    21 leaves       see `BlobLeaves`                       one of them
///    22 hasNot       name 32                                instead of all that was asked for at once
///    23 declined     audience u8, n times chain 16          runs of which are not taken in
///    24 shown        n times (audience u8, log 16, shown 16)  what shows where exactly this log is held
///
/// An audience is named by the place of its tag in the initiator's interest.
package enum Message: Equatable, Sendable {
    /// Whose device speaks, and its proof that it is that device (`DeviceProof`, 64 bytes).
    case certificate(Certificate, proof: [UInt8])
    /// What the receiver may read, filled up with blanks, and whether the sender has added him as a
    /// friend: in the message that everybody sends, as a byte of its own would show.
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
    /// The sender's own chain is proven to part: it asks for what the other holds of it from there, or
    /// from a later place, on.
    case recall(audience: UInt8, Frontier.Entry)
    /// Deltas behind a proven fork, which `WholeDeltas` reads, as far as they are held; the last is
    /// signed. None: there are no more.
    case branch(Run)
    case mailbox(MailboxRequest)
    case kept(MailboxAnswer)
    /// Bytes of the segment that the sender puts, or that the receiver gets: 1...`pieceBytes`, so many
    /// but in the last one.
    case piece(isPut: Bool, [UInt8])
    case want(BlobWant)
    case leaves(BlobLeaves)
    /// The file is not here, or not for the receiver: the same words for both.
    case hasNot(name: Bytes32)
    /// The sender takes no more in of these chains over this link, because their author's share of the
    /// audience is full: rising, at most `declinedMax`, beside those named before. None: of all again.
    case declined(audience: UInt8, [ChainID])
    /// What shows of some audiences: whoever holds the same shows the same, or something is wrong.
    case shown([Shown])

    /// How far one audience is, in sixteen bytes: see `digest`.
    package struct AudienceDigest: Equatable, Sendable {
        package let audience: UInt8
        package let digest: Bytes16

        /// `digest` of the audience at place `audience`.
        package init(audience: UInt8, digest: Bytes16) {
            self.audience = audience
            self.digest = digest
        }
    }

    /// What shows of one audience.
    package struct Shown: Equatable, Sendable {
        package let audience: UInt8
        /// The digest of what the sender holds of it, as in `AudienceDigest`.
        package let log: Bytes16
        /// The digest of what shows of that.
        package let shown: Bytes16

        /// What shows of the audience at place `audience`.
        package init(audience: UInt8, log: Bytes16, shown: Bytes16) {
            self.audience = audience
            self.log = log
            self.shown = shown
        }
    }

    /// Chains and their lengths as the sender holds them.
    package struct FrontierPart: Equatable, Sendable {
        package let audience: UInt8
        /// The first part of a whole frontier: what is not named in the parts that follow is 0.
        package let isWhole: Bool
        /// The last part: the receiver may judge what is missing.
        package let isLast: Bool
        /// The sender lacks what the receiver has beyond this, and asks for it.
        package let isAsking: Bool
        /// The sender held what the receiver pushed: from now on it is to be offered instead.
        package let isPruning: Bool
        package let entries: [Frontier.Entry]

        /// A part of a frontier. Nobody asks and prunes in one.
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

    /// Deltas in a row: see `CompactRun`, which reads `deltas`. What does not fit a frame goes on
    /// in `more`; the last delta of a run is signed.
    package struct Run: Equatable, Sendable {
        /// No `more` follows.
        package let isLast: Bool
        package let audience: UInt8
        package let chain: ChainID
        package let sequence: UInt64
        package let deltas: [UInt8]

        /// The deltas of `chain` from `sequence` on.
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

    /// What the sender holds at some places of chains: whoever holds something else there finds out
    /// in a few rounds where the two part.
    package struct Heads: Equatable, Sendable {
        package let audience: UInt8
        /// Rising by chain and sequence; at least one.
        package let entries: [Head]

        /// `entries` of the audience at place `audience`.
        package init(audience: UInt8, entries: [Head]) {
            self.audience = audience
            self.entries = entries
        }
    }

    /// A header that is held, by its place and the first half of its id.
    package struct Head: Equatable, Sendable {
        package let chain: ChainID
        package let sequence: UInt64
        package let id: Bytes16

        /// The header `id` at `sequence` of `chain`.
        package init(chain: ChainID, sequence: UInt64, id: Bytes16) {
            self.chain = chain
            self.sequence = sequence
            self.id = id
        }
    }

    /// Entries of `heads` in one frame.
    package static let headsMax = (bytesMax - 2) / 40
    /// Bytes of a message: a frame's plain text less the mark behind it (`FramePadding`).
    package static let bytesMax = FramePadding.plainMax - 1
    /// Keys and tags come in so many, so that their number says little.
    package static let padding = 32
    /// Most audiences of one session: a place is one byte.
    package static let audiencesMax = 224
    /// Chains of one audience that are declined over one link; runs of further ones are dropped as they come.
    package static let declinedMax = 256
    /// Entries of a frontier in one frame.
    package static let frontierEntriesMax = (bytesMax - 3) / 24
    /// Bytes of a run's frame before its deltas, at most.
    package static let runOverheadMax = 1 + 1 + 1 + 16 + 10
    /// Bytes of one run in all its frames: an unsigned stretch, and the delta that ends it.
    package static let runBytesMax = 1024 * 1024
    /// Bytes of an introduction: the longest ticket has 4062.
    package static let introductionBytesMax = 4096
}

/// Why a node ends a link. The raw value is sent; the name is shown.
package enum CloseReason: UInt8, CaseIterable, Error, Sendable {
    /// Nothing is wrong: the node stops, or this link is one too many.
    case done = 1
    /// A frame or message that cannot be read.
    case malformed = 2
    /// A message that has no place here.
    case unexpected = 3
    /// The handshake failed: another program, another key, a flipped bit.
    case badHandshake = 4
    /// A certificate that its person did not sign, that is not for the key of this link, whose device did
    /// not prove itself, or another one than was dialled.
    case badCertificate = 5
    /// A delta whose signature is wrong.
    case badSignature = 6
    /// A delta that does not continue its chain, or whose payload is another one.
    case badChain = 7
    /// More than the credit allowed, or another limit.
    case tooMuch = 8
    /// Silence for too long.
    case slow = 9
    /// The node only reads now and cannot take anything in.
    case readOnly = 10
    /// One's own key at the other end.
    case reflected = 11
    /// Whoever made the invitation of this link lets this person in by none, or gives a role unknown
    /// here.
    case notInvited = 12
    /// As many have come by the invitation of this link as it was for.
    case usedUp = 13
    /// The invitation of this link was revoked.
    case revoked = 14
    /// The invitation of this link has expired.
    case expired = 15
    /// A leaf of a file that is not what the file's name says.
    case badLeaf = 16
    /// A certificate with a kind of signature that only a newer version knows.
    case newerCertificate = 17

    /// What ends a link that was made by an invitation, and the joining with it.
    package var refusesInvitation: Bool {
        switch self {
        case .notInvited, .usedUp, .revoked, .expired: return true
        case .done, .malformed, .unexpected, .badHandshake, .badCertificate, .badSignature,
            .badChain, .tooMuch, .slow, .readOnly, .reflected, .badLeaf, .newerCertificate:
            return false
        }
    }

    /// In words, as `weft peers` and the log show it.
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
