import CRDT
import Domain
import Primitives
import Store
import Wire

/// The engine's state of a mailbox between two steps: one conversation at a time, over one link to a device
/// of the keeper.
///
///     resting -> looking -> getting <-> taking -> packing <-> putting -> dropping -> resting
struct MailboxWork {
    let number: Int64
    let keeper: PersonID
    var addressees: [Addressee]
    var state: Mailbox.State = .waiting
    var quota = 0
    var used = 0
    /// The number of deltas that came by it.
    var taken = 0
    var phase = Phase.resting
    /// The link of the conversation; nil while it rests.
    var link: LinkID?
    /// Links over which it has looked since the keeper's last news.
    var looked: [LinkID] = []
    /// Names of this device's segments at the keeper's bound device, rising, as of the last look.
    var names: [Bytes16] = []
    /// The link to that device, over which `names` came.
    var boundLink: LinkID?
    /// The beginning of a segment whose transfer was cut off.
    var partial: (name: Bytes16, bytes: [UInt8])?
    /// Segments that could not be applied yet, and the store's experience count as of then.
    var later: [(name: Bytes16, experience: UInt64)] = []
    /// Segments whose bytes did not match their names, by link: they are not requested again over these.
    var damaged: [(link: LinkID, name: Bytes16)] = []
    /// What was being put there when the link was lost.
    var unfinished: (packing: MailboxPacking, segment: MailboxSegment)?
    /// Whether the mailbox can be forgotten.
    var isGone = false
    /// Before this instant it does not look again over the same link.
    var looksAt = Instant(nanoseconds: 0)
    /// When it wants a turn if nothing happens before; nil if never.
    var wakeAt: Instant?
    /// The store's change count at the last plan. While it stays the same, so does the plan.
    var planned: Int64 = -1
    /// When to plan next; nil if nothing has changed.
    var planAt: Instant?
    /// How often in a row own segments were missing or refused, and until when nothing is put there because
    /// of that.
    var losses = 0
    var restsUntil = Instant(nanoseconds: 0)

    enum Phase {
        case resting
        /// The requested tags, and what was found so far.
        case looking(tags: [Bytes16], found: [MailboxList.Found])
        /// Segments to get; the first is on its way.
        case getting(tags: [Bytes16], rest: ArraySlice<MailboxList.Found>)
        /// The first of these is being applied.
        case taking(Unpacking, tags: [Bytes16], rest: ArraySlice<MailboxList.Found>)
        case packing(MailboxPacking)
        /// This segment is being put there.
        case putting(MailboxPacking, MailboxSegment)
        case dropping([Bytes16])
        /// All of this device's segments are to be deleted.
        case leaving
    }

    /// Ends the conversation for now.
    mutating func rest() {
        phase = .resting
        link = nil
    }

    /// Backs off, so that a keeper that loses or refuses segments again and again does not keep this node
    /// busy.
    mutating func lose(at now: Instant) {
        let pause = SyncLimits.folderLossPause
        let doubled = pause.shortest * (1 << min(losses, 16))
        losses += 1
        restsUntil = now + min(doubled, pause.longest)
    }
}

/// The segments being put into a mailbox.
struct MailboxPacking {
    var packing: Packing
    /// Rows of segments that are unneeded once the rest is there, and names that are not known here.
    let leaving: [Int64]
    let unknown: [Bytes16]
    /// The store's membership count at the plan.
    let membership: UInt64
    /// Whether unneeded segments were deleted already, to make room.
    var hasMadeRoom = false
}

/// A segment on its way into a mailbox.
struct MailboxSegment {
    let name: Bytes16
    let bytes: [UInt8]
    let tags: [Bytes16]
    /// The readers it is for, and the row of its audience.
    let readers: [Certificate]
    let audience: Int64
}

extension Bytes16 {
    /// The name by which the tables of carried segments refer to it.
    var segmentName: String { Base32.encode(bytes) }
}
