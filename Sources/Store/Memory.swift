import CRDT
import Domain
import Primitives
import Wire

/// Caches of what the tables hold. Discarded as a whole when a transaction fails.
struct Memory {
    /// A cached answer that may be "never".
    struct SetBack {
        let at: WallTime?
    }

    /// The clocks by audience; separate, so that a stamp reveals nothing about activity in other
    /// audiences.
    var clocks: [Int64: HybridClock] = [:]
    var people: [PersonID: Int64] = [:]
    /// Whether segments that are no longer kept may still have to be erased.
    var isKeptEnded = true
    var audiences: [Int64: AudienceRecord] = [:]
    var chains: [ChainID: ChainRecord] = [:]
    var chainIDs: [Int64: ChainID] = [:]
    /// The lengths up to which the chains of each audience are held.
    var extents: [Int64: Extent] = [:]
    /// The acknowledgements of peers' devices, as far as they were received in this run.
    var acknowledged: [Acknowledged: UInt64] = [:]
    /// Rows of devices.
    var devices: [Certificate: Int64] = [:]
    /// The row of the person who writes each chain, by the chain's row.
    var writers: [Int64: Int64] = [:]
    var epochs: [Bytes16: EpochRecord] = [:]
    /// An upper bound on the number of epochs of which only a key was received; nil until counted.
    var claims: Int?
    var authority: [Int64: AuthorityRecord] = [:]
    /// The proven forks, by audience.
    var forks: [Int64: [Frontier.Entry]] = [:]
    /// The checkpoints that are held, by audience, and what is dead by those that count.
    var checkpoints: [Int64: [CheckpointRecord]] = [:]
    var dead: [Int64: [ChainID: DeadRanges]] = [:]
    /// Positions of checkpoints that peers have sent ahead of their chains in this run.
    var toldAhead: Set<Frontier.Entry> = []
    /// Positions of checkpoints that add nothing to others, by audience and by the chain they judge.
    var covered: [Int64: [ChainID: Set<Frontier.Entry>]] = [:]
    /// Whether dead deltas may still be in the log, and the ones being erased now.
    var isErasingDue = true
    var erasing: Erasing?
    /// Rows that a checkpoint declares dead and that stay, because its writer may not end what they say,
    /// or because they cannot be read yet.
    var spared: Set<Int64> = []
    /// Deltas that the disk has changed, as of the last check.
    var damaged: [DamagedDelta] = []
    /// Whether something was dropped that the write-ahead log and the full-text index still hold.
    var isResidueDue = false
    /// Recently used files, and the number of pieces of all files; nil until counted.
    var blobs: [BlobKey: BlobRecord] = [:]
    var blobPieces: Int?
    /// Whether there may be files, files to be fetched, and files to be erased.
    var hasBlobs = true
    var areBlobsWanted = true
    var isBlobSweepDue = true
    var isBlobSweepBegun = false
    /// Nil until looked up.
    var isMerging: Bool?
    var isMergingBegun = false
    /// Whether own copies were withdrawn that are not declared dead yet.
    var areEndingsDue = true
    var areEndingsLookedAt = false
    /// The one that was examined last.
    var endingLookedAt: (audience: Int64, object: [UInt8]) = (0, [])
    /// Whether something may be over that is not declared dead yet.
    var isSweepWanted = true
    /// Whether something was put into the trash since it was last examined.
    var isTrashFilled = true
    /// The searches in progress for what is over, and their results.
    var trash: TrashLook?
    var sweep: Sweep?
    var sweepsDue: [Sweep] = []
    /// Audiences that are to be searched once more.
    var sweptAgain: Set<Int64> = []
    /// The time when the next thing in the trash falls due.
    var trashEnds: WallTime?
    /// Reasons of waiting deltas that refer to things which were just made again.
    var newlyMoved: [[UInt8]] = []
    /// The time when another branch is to be written again, possibly never; nil until looked up.
    var recallDue: WallTime??
    /// The number of own operations that were written again, and whether that has not been reported yet.
    var twice = 0
    var isTwiceNew = false
    /// Audiences with facts that have not been judged.
    var unjudged: Set<Int64> = []
    /// Reasons of waiting deltas whose cause has arrived; the first one is being processed.
    var arrived: [[UInt8]] = []
    /// Members who announced their departure by a right that had already ended, with the audience.
    var leavers: [(audience: Int64, person: PersonID)] = []
    /// The notices that must be sent to revoked devices and removed members.
    var farewells: [Certificate: [Farewell]] = [:]
    /// Notices about own changes that became void.
    var voided: [String] = []
    /// Tags renamed here that observers have not been told about yet.
    var renamings: [TagRenaming] = []
    /// A counter that rises whenever a peer's device has acknowledged more.
    var acknowledgements: UInt64 = 0
    /// The time when each audience was last folded again.
    var refolded: [Int64: WallTime] = [:]
    /// The times of the latest rotations that no write required, by own audience.
    var rotations: [Int64: [WallTime]] = [:]
    var isRefoldDue = true
    /// Revoked devices, as the keys of person and device, 32 bytes each; nil until looked up.
    var ended: Set<[UInt8]>?
    var contacts: [Store.Contact]?
    /// Whether this person has earmarked things of others; nil until looked up.
    var hasPrivateNotes: Bool?
    /// Rows of people whose reactions and comments are left out; nil until looked up.
    var silenced: Set<Int64>?
    /// Whether the set of muted or blocked people may have changed.
    var isSilenceDue = true
    var groups: [Store.GroupRecord]?
    /// Copies that were live at the last precedence update; nil before it.
    var alive: Store.Alive?
    var areShadowsDue = true
    /// People who are no friends and share a group, or were asked to admit this person to one.
    var fellows: Set<PersonID>?
    /// Invitations to be friends that were typed here, latest first; nil until looked up.
    var joinings: [JoiningRow]?
    /// Whether this person left a group and no member has acknowledged that; nil until looked up.
    var hasFading: Bool?
    /// Audiences that admitted this person by an invitation in this run.
    /// Peers that have not heard that this person left a group, in the order in which they showed it in this run.
    var offers: [Offer] = []
    var welcomed: Set<Int64> = []
    /// Whether copies of own things are among the objects; nil until looked up.
    var hasOwnCopies: Bool?
    /// By audience: the epochs that no other one follows, and the one to write with.
    var heads: [Int64: [EpochRecord]] = [:]
    var writing: [Int64: EpochRecord] = [:]
    /// Whether things that show only as copies are being written home; nil until looked up.
    var isBringingHome: Bool?
    /// Whether copies of own things may differ from home.
    var areCopiesDue = true
    /// The time when this device was set back to an earlier state; nil until looked up.
    var setBack: SetBack?
    /// The time until which copies wait for other devices of this person to bring home what is lost.
    var takesHomeAt: WallTime?
    /// The value of `membership` when copies that wait were last examined; nil before that.
    var copiesLookedAt: UInt64?
    /// Whether somebody may lack a key or have one too many.
    var areKeysDue = true
    /// A counter that rises whenever somebody may have joined or left an audience.
    var membership: UInt64 = 0
    /// The amounts that other people have written, and may write; nil until looked up.
    var authorShares: [AuthorPlace: AuthorShare] = [:]
    var authorQuota: Int?
    var isAuthorQuotaNew = false
    /// See `takeFreedShares`.
    var freedShares: [FilledShare] = []
    /// The number of deltas received from others since the start.
    var received: UInt64 = 0
    var tags: [[UInt8]: Int64] = [:]
    var shares: [LiveShareRecord]?
    var tagRules: [TagRuleRecord]?
    var follows: [FollowRecord]?
    /// The time given to the last comment of an import in this run.
    var entriesTaken = WallTime(milliseconds: 0)
    /// Drafts of files that are to become files of these names.
    var restored: [Int64: Bytes32] = [:]
    /// Whether there may be records of requests that were carried out under an idempotency key.
    var hasKeysOfRequests = true
    /// The number of these records, and the bytes of their responses; nil until counted.
    var keysOfRequests: (count: Int, bytes: Int)?
    /// The digest of each audience when it was last examined.
    var shown: [Int64: ShownDigest] = [:]
    /// The exchanges about that with each device in this run.
    var shownTalks: [ShownTalk.Key: ShownTalk] = [:]
    /// The digest of what audiences show that is being computed.
    var shownPass: ShownPass?
    var touched = Touched()
    var reading = ReadingMemory()
}
