import CRDT
import Domain
import Primitives
import Store
import Wire

/// A mailbox as the engine sees it between two steps: one conversation at a time, over one link to a
/// device of the keeper's.
///
///     resting -> looking -> getting <-> taking -> packing <-> putting -> dropping -> resting
struct MailboxWork {
    let number: Int64
    let keeper: PersonID
    var addressees: [Addressee]
    var state: Mailbox.State = .waiting
    var quota = 0
    var used = 0
    /// Deltas that came by it.
    var taken = 0
    var phase = Phase.resting
    /// The link of the conversation; nil while it rests.
    var link: LinkID?
    /// Links over which it was looked since the keeper's last word of news.
    var looked: [LinkID] = []
    /// Names of this device's segments at the bound device of the keeper's, rising, as of the last look.
    var names: [Bytes16] = []
    /// The link to that device, over which `names` were told.
    var boundLink: LinkID?
    /// The beginning of a segment that a link broke off.
    var partial: (name: Bytes16, bytes: [UInt8])?
    /// Segments that could not be taken in yet, and the store's experience as of then.
    var later: [(name: Bytes16, experience: UInt64)] = []
    /// Segments that were not what their names say, by links: they are not asked for again over these.
    var damaged: [(link: LinkID, name: Bytes16)] = []
    /// What was being put there when the link was lost.
    var unfinished: (packing: MailboxPacking, segment: MailboxSegment)?
    /// It need not be remembered any more.
    var isGone = false
    /// Before that it is not looked once more over a link.
    var looksAt = Instant(nanoseconds: 0)
    /// When it wants a turn if nothing happens before; nil if never.
    var wakeAt: Instant?
    /// The tables as of the last plan: as long as they are the same, so is it.
    var planned: Int64 = -1
    /// When to plan next; nil if nothing has changed.
    var planAt: Instant?
    /// How often in a row own segments were missing or refused, and until when nothing is put there for
    /// that.
    var losses = 0
    var restsUntil = Instant(nanoseconds: 0)

    enum Phase {
        case resting
        /// The tags that were asked for, and what was found so far.
        case looking(tags: [Bytes16], found: [MailboxList.Found])
        /// What is to be got: the first is on its way.
        case getting(tags: [Bytes16], rest: ArraySlice<MailboxList.Found>)
        /// The first of these is being taken in.
        case taking(Unpacking, tags: [Bytes16], rest: ArraySlice<MailboxList.Found>)
        case packing(MailboxPacking)
        /// This segment is being put there.
        case putting(MailboxPacking, MailboxSegment)
        case dropping([Bytes16])
        /// All of this device's is to go.
        case leaving
    }

    /// The conversation is over for now.
    mutating func rest() {
        phase = .resting
        link = nil
    }

    /// Whoever loses what is put there, or refuses it, again and again does not keep this node busy.
    mutating func lose(at now: Instant) {
        let pause = SyncLimits.folderLossPause
        let doubled = pause.shortest * (1 << min(losses, 16))
        losses += 1
        restsUntil = now + min(doubled, pause.longest)
    }
}

/// What is being put into a mailbox.
struct MailboxPacking {
    var packing: Packing
    /// Rows of segments that nobody needs once the rest is there, and names of which nothing is known.
    let leaving: [Int64]
    let unknown: [Bytes16]
    /// Who was whose friend when it was planned.
    let membership: UInt64
    /// What nobody needs was taken away already, to make room.
    var hasMadeRoom = false
}

/// A segment on its way into a mailbox.
struct MailboxSegment {
    let name: Bytes16
    let bytes: [UInt8]
    let tags: [Bytes16]
    /// Whom it is for, and what of: a row.
    let readers: [Certificate]
    let audience: Int64
}

extension Bytes16 {
    /// As the tables of carried segments name it.
    var segmentName: String { Base32.encode(bytes) }
}
