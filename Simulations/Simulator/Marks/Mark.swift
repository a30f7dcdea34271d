/// A rare situation that a good set of seeds must bring about, so that the code written for it has run. What no run
/// ever reached is untested, whatever else passed.
///
/// Situations are detected from outside the nodes, by the input and output of a step and by memory and tables before
/// and after it; the product has no code for it (docs/decisions/0023).
enum Mark: String, CaseIterable, Sendable {
    // MARK: Links

    case crossingDials = "two dialled each other at once, and one link stayed"
    case newerLink = "a newer link took the place of one that was half dead"
    case lateHandshake = "a handshake was not done in time"
    case silentLink = "a proven link fell silent and was given up"
    case cutHandshake = "a link broke in its handshake"
    case cutGreeting = "a link broke between handshake and first digests"
    case cutRun = "a link broke in the middle of a run"
    case runInFrames = "a run came in several frames, and in several steps"
    case mutedLink = "somebody outside was turned away at the door"
    case flippedBit = "a changed bit ended a link of two nodes"
    case longestPause = "a target failed so often that the pause is the longest"
    case knock = "somebody who is no friend asked to be one"
    case callerPutOff = "a caller was put off because the disk had just failed"

    // MARK: Reconciliation

    case earlyRun = "a run came that could not be judged yet"
    case earlyRunExplained = "what came too early was asked for again, and fitted"
    case offered = "deltas were offered to one and pushed to others"
    case offerAsked = "an offer that nobody followed up was asked for"
    case pruned = "what was pushed was held already, and the other was told so"
    case branchAgain = "it was pushed again over a link that had been no branch"
    case differentDigests = "digests differed on an open link"
    case keyWithoutAudience = "two shared a key of which one knew no audience yet"
    case heardFromAnother = "what was written by somebody who is gone came from another"
    case audienceLearnt = "an audience was learnt behind its key"
    case spareExchange = "two keys of one link were of the same audience"

    // MARK: Carried files

    case cameByFile = "what somebody wrote came in a carried file"
    case tornFile = "a carried file that was torn or changed was left alone"
    case laterFile = "a carried file could not be taken in yet"
    case fileDone = "a carried file went when nobody needed it any more"
    case refusedBundle = "a bundle was for somebody else, or about what had ended"

    // MARK: Reactions

    case friendReacted = "a friend was told what another thinks of what they share"
    case openlyFollowed = "a friend was told who follows what they share, by who said so openly"
    case noted = "somebody noted for themselves whether a thing of others is to be read"
    case mutedUnheard = "what somebody says of things was left out by who has muted or blocked them"

    // MARK: Reports

    case reportRead = "a report was read by whose thing it is about"
    case reportReadInGroup = "a report on what stands in a group was read by whom it is told"
    case reportEnded = "a report was taken back, or put away"
    case reportOfGone = "what was reported was gone, and the report was told"
    case reportCopied = "a person who brought another's report as their own was believed by nobody"

    // MARK: Mailboxes

    case usedMailbox = "somebody left things with a friend who keeps them"
    case refusedMailbox = "a friend kept nothing for somebody who uses them as a mailbox"
    case cameByMailbox = "what somebody wrote came by a mailbox"

    // MARK: Keys

    case waitedForKey = "a delta waited for its key"
    case readLater = "what waited for its key was read later"
    case waitedForChain = "a delta waited for another chain"
    case namedLater = "what waited for another chain took effect later"
    case claimedKey = "a key came before its rotation"
    case lockedRotation = "a rotation came without a key for this device"
    case twinRotations = "two rotations followed the same epoch"
    case manyEpochs = "an audience had six epochs"
    case rotatedInAbsence = "a rotation was written while somebody it was for was away"

    // MARK: State

    case conflict = "two writes of one field are concurrent"
    case editBeforeCreation = "a change came before what it changes"
    case garmentSeen = "a garment of somebody else showed"
    case garmentConflict = "two writes of one field of a garment are concurrent"
    case ownPhoto = "a photo was there whole after everything, at who put it in"
    case gotPhoto = "a photo came whole to another machine"
    case gotFilm = "the film of a clip came whole to another machine"
    case feedRead = "a feed held all that is followed, and nothing else"
    case tagRuleFollowed = "a rule put a tag onto what was kept"
    case tagRuleApplied = "a rule put a tag onto what was there before it"
    case gotPage = "a saved page came whole to another machine"
    case erasedPage = "a saved page that nothing refers to any more went in its time"
    case profileSeen = "a friend read somebody's profile"
    case profileSaidAnew = "a friend read what somebody says anew in their profile"
    case shadowedCopy = "a copy was hidden behind a narrower one"
    case homelessCopy = "a copy of something own came home before the thing itself"
    case unplaced = "something was placed in a group that its machine did not know yet"
    case revived = "something came back from the trash"
    case placedAgain = "a copy that was withdrawn was placed anew"
    case mergedDuplicate = "a duplicate was merged into what was kept"
    case ruleFollowed = "a rule placed what came to match it"
    case searchWaited = "a search came before what it looks for was indexed"
    case slices = "a long command went on in a second step"

    // MARK: Authority

    case lateVerdict = "a verdict changed over deltas that were held"
    case refoldPutOff = "what a late verdict concerns waited to be folded"
    case voidWrite = "who wrote was told that it counts for nobody"
    case roleChanged = "a member heard of another role"
    case rejoined = "somebody who had left a group was in it again"
    case handedOver = "a group had another head"
    case dissolved = "a group was dissolved"
    case refusedInvitation = "an invitation was refused"
    case farewell = "somebody was told what they are no longer in"
    case endedDevice = "a device heard that another one is its person's no longer"
    case leftBehind = "a former friend still shows what was once shared"
    case partedInAbsence = "a friendship ended while the other was away"
    case friendsAgain = "a friendship that had ended began again"

    // MARK: Forgetting

    case checkpoint = "something was declared dead"
    case erased = "what is dead was dropped"
    case checkpointTold = "a checkpoint was told ahead of its chain"

    // MARK: Disks and crashes

    case tornSector = "power left a torn sector"
    case lostWrite = "power took a write that was not synced"
    case crashInCommand = "a node ended in the middle of a long command"
    case crashInErasing = "a node ended in the middle of dropping what is dead"
    case crashInRun = "a node ended in the middle of a run"
    case crashAfterCommit = "a node ended between a commit and the first effect of it"
    case doneUnheard = "a command of which nobody heard was done"
    case undoneUnheard = "a command of which nobody heard was not done"
    case failedStep = "a step failed, and the node went on with what was durable"
    case failedStart = "a start failed"
    case powerInCall = "power went in the middle of a call"
    case readWhileFull = "a question was answered while the disk was full"
    case writtenAfterFull = "a command was done again after a disk had been full"

    // MARK: Clocks

    case futureStamp = "a stamp came from a day ahead"
    case pulledClock = "a clock was behind the stamps it wrote"
    case clockSetBack = "a clock was set back while its node ran"
}

/// How often each situation occurred.
struct Marks {
    private var counts: [Mark: Int] = [:]

    /// Counts one more occurrence of `mark`.
    mutating func reach(_ mark: Mark) { counts[mark, default: 0] += 1 }

    /// Returns how often `mark` has occurred.
    func count(of mark: Mark) -> Int { counts[mark] ?? 0 }

    /// Whether `mark` has occurred.
    func hasReached(_ mark: Mark) -> Bool { count(of: mark) > 0 }

    /// The counts of all situations in order, including those that never occurred.
    var tallies: [Verdict.Tally] {
        Mark.allCases.map { Verdict.Tally(name: $0.rawValue, count: counts[$0] ?? 0) }
    }
}
