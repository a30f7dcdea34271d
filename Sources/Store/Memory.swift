import CRDT
import Domain
import Primitives
import Wire

/// What the tables say, kept at hand. Dropped whole when a transaction fails.
struct Memory {
    /// An answer that may be "never".
    struct SetBack {
        let at: WallTime?
    }

    /// By audience: a stamp tells nothing of what was written or heard of elsewhere.
    var clocks: [Int64: HybridClock] = [:]
    var people: [PersonID: Int64] = [:]
    /// Segments that are kept no more may still have to be erased.
    var isKeptEnded = true
    var audiences: [Int64: AudienceRecord] = [:]
    var chains: [ChainID: ChainRecord] = [:]
    var chainIDs: [Int64: ChainID] = [:]
    /// By audience: how far its chains are held.
    var extents: [Int64: Extent] = [:]
    /// What peers' devices have said that they hold, as far as it was heard in this run.
    var acknowledged: [Acknowledged: UInt64] = [:]
    /// Rows of devices.
    var devices: [Certificate: Int64] = [:]
    /// The row of the person who writes each chain, by the chain's row.
    var writers: [Int64: Int64] = [:]
    var epochs: [Bytes16: EpochRecord] = [:]
    /// Epochs of which nothing but a key was heard, at most; nil if nobody has counted.
    var claims: Int?
    var authority: [Int64: AuthorityRecord] = [:]
    /// By audience: where chains are proven to part.
    var forks: [Int64: [Frontier.Entry]] = [:]
    /// By audience: the checkpoints that are held, and what is dead by those that count.
    var checkpoints: [Int64: [CheckpointRecord]] = [:]
    var dead: [Int64: [ChainID: DeadRanges]] = [:]
    /// Where checkpoints stand that peers have told ahead of their chains, in this run.
    var toldAhead: Set<Frontier.Entry> = []
    /// The same of those that say nothing that others do not, by the chain that they judge.
    var covered: [Int64: [ChainID: Set<Frontier.Entry>]] = [:]
    /// Dead deltas may still lie in the log; and what of them is being dropped just now.
    var isErasingDue = true
    var erasing: Erasing?
    /// Rows that a checkpoint calls dead and that stay: nobody may end what they say, or they
    /// cannot be read yet.
    var spared: Set<Int64> = []
    /// Deltas that the disk has changed, as of the last look at them.
    var damaged: [DamagedDelta] = []
    /// Something was dropped that the write-ahead log and the index of words still hold.
    var isResidueDue = false
    /// Files that were looked at last, and pieces of all of them; nil if nobody has counted.
    var blobs: [BlobKey: BlobRecord] = [:]
    var blobPieces: Int?
    /// There may be files, files to be got, and some to be erased.
    var hasBlobs = true
    var areBlobsWanted = true
    var isBlobSweepDue = true
    var isBlobSweepBegun = false
    /// Nil if nobody has looked.
    var isMerging: Bool?
    var isMergingBegun = false
    /// Own copies were withdrawn that nothing has declared dead yet.
    var areEndingsDue = true
    var areEndingsLookedAt = false
    /// The one that was looked at last.
    var endingLookedAt: (audience: Int64, object: [UInt8]) = (0, [])
    /// Something may be over that nothing has declared dead yet.
    var isSweepWanted = true
    /// Something has come into the trash since it was looked through.
    var isTrashFilled = true
    /// What is being searched for, or found, to be over.
    var trash: TrashLook?
    var sweep: Sweep?
    var sweepsDue: [Sweep] = []
    /// Audiences that are to be searched once more.
    var sweptAgain: Set<Int64> = []
    /// When the next thing in the trash falls due.
    var trashEnds: WallTime?
    /// Waited for by what speaks of things that were made again just now.
    var newlyMoved: [[UInt8]] = []
    /// When another branch is to be written again, perhaps never; nil if nobody has looked.
    var recallDue: WallTime??
    /// Own operations that were written again, and whether that has not been told yet.
    var twice = 0
    var isTwiceNew = false
    /// Audiences of which facts have come that no judgement has taken in.
    var unjudged: Set<Int64> = []
    /// What has arrived that deltas wait for; the first is being looked after.
    var arrived: [[UInt8]] = []
    /// Who said that they leave by a right that had ended, and which audience.
    var leavers: [(audience: Int64, person: PersonID)] = []
    /// What devices that are in something no longer have to be told.
    var farewells: [Certificate: [Farewell]] = [:]
    /// What is to be told of own changes that count no longer.
    var voided: [String] = []
    /// Tags that have become others here, which nobody has been told yet.
    var renamings: [TagRenaming] = []
    /// Rises whenever a peer's device has said that it holds more.
    var acknowledgements: UInt64 = 0
    /// When each audience was last folded again, and whether one waits for it.
    var refolded: [Int64: WallTime] = [:]
    /// By own audience: when the latest epochs were made that nothing was written in at once.
    var rotations: [Int64: [WallTime]] = [:]
    var isRefoldDue = true
    /// Person and device, 32 bytes each.
    var ended: Set<[UInt8]>?
    var contacts: [Store.Contact]?
    /// This person has noted something of others' things; nil if nobody has looked.
    var hasEarmarks: Bool?
    /// Rows of people whose words on things are left out; nil if nobody has looked.
    var silenced: Set<Int64>?
    /// Others may be muted or blocked by now.
    var isSilenceDue = true
    var groups: [Store.GroupRecord]?
    /// Whose copies were alive when shadows were settled last; nil before that.
    var alive: Store.Alive?
    var areShadowsDue = true
    /// Who is no friend and shares a group, or was asked to let this person into one.
    var fellows: Set<PersonID>?
    /// Invitations to be friends that were typed here, latest first; nil if nobody has looked.
    var joinings: [JoiningRow]?
    /// This person left a group and none of its members has heard so; nil if nobody has looked.
    var hasFading: Bool?
    /// Audiences into which this person was let by an invitation in this run.
    var welcomed: Set<Int64> = []
    /// Groups that this person was not let into in this run, and why.
    var refusals: [Int64: CloseReason] = [:]
    /// Copies of own things are among the objects; nil if nobody has looked.
    var hasOwnCopies: Bool?
    /// By audience: the epochs that no other follows, and the one to write with.
    var heads: [Int64: [EpochRecord]] = [:]
    var writing: [Int64: EpochRecord] = [:]
    /// What shows by copies alone is being written home; nil if nobody has looked.
    var isBringingHome: Bool?
    /// Copies of own things may differ from what is at home.
    var areCopiesDue = true
    /// When this device was set back; nil before it was asked.
    var setBack: SetBack?
    /// Copies wait for other devices of this person to bring home what is lost, until then.
    var takesHomeAt: WallTime?
    /// The comings and goings as of which it was looked what copies wait for; nil before that.
    var copiesLookedAt: UInt64?
    /// Somebody may lack a key, or have one too many.
    var areKeysDue = true
    /// Rises whenever somebody may have come into an audience or gone from one.
    var membership: UInt64 = 0
    /// What others have written, and how much they may; nil if it was not looked up.
    var authorShares: [AuthorPlace: AuthorShare] = [:]
    var authorQuota: Int?
    var isAuthorQuotaNew = false
    /// See `takeFreedShares`.
    var freedShares: [FilledShare] = []
    /// Deltas that came from others since the start.
    var received: UInt64 = 0
    var tags: [[UInt8]: Int64] = [:]
    var shares: [LiveShareRecord]?
    var tagRules: [TagRuleRecord]?
    var follows: [FollowRecord]?
    /// When the last comment was said that an import brought, in this run.
    var entriesTaken = WallTime(milliseconds: 0)
    /// Drafts of files that are to become files of these names.
    var restored: [Int64: Bytes32] = [:]
    /// There may be notes of requests that were carried out under a key.
    var hasKeysOfRequests = true
    /// How many there are, and bytes of what was answered; nil if nobody has counted.
    var keysOfRequests: (count: Int, bytes: Int)?
    /// By audience, what it showed when it was looked at last.
    var shown: [Int64: ShownDigest] = [:]
    /// What was said of that with each device in this run.
    var shownTalks: [ShownTalk.Key: ShownTalk] = [:]
    /// What audiences show is being summed up.
    var shownPass: ShownPass?
    var touched = Touched()
    var reading = ReadingMemory()
}
