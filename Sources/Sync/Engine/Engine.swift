package import CRDT
import Domain
package import Primitives
package import Sodium
package import Store
import Wire

/// The node as a pure machine: what happened goes in, what has to be done comes out.
///
/// **Everything the inbox changed is durable before a single effect leaves.** A step is one
/// transaction; if it fails nothing of it has happened, and the engine must be made anew from the
/// store.
package final class Engine {
    let store: Store
    let owner: Owner
    let startedAt: Instant
    /// Never drawn from, only split: what one link or audience uses up shifts nothing in another.
    let entropy: Entropy
    let dice: Dice

    /// Rising by link: an order that does not depend on hashing.
    var sessions: [Session] = []
    var ended: [Peer] = []
    var dialler = Dialler()
    /// Where friends and own devices were met; latest last.
    var metBlocks = MetBlocks()
    /// The friends of the store are among the targets.
    var hasTargets = false
    var linksMade: UInt64 = 0
    /// How often each static key was dialled.
    var dialsMade: [Bytes32: UInt64] = [:]
    /// Who is no friend, proved who he is, and asks to be one; latest last.
    var knocks: [KnownKnock] = []
    /// The short codes that this node has made, and the one that is being tried here.
    var codes: CodeBook
    var joining: CodeJoining?
    /// Codes of others that were tried here: each takes one try. Latest last.
    var spentCodes: [ShortCode] = []
    /// The friends as they were when it was last looked.
    var met: [Store.Contact] = []
    /// Who is in which group, as it was when it was last looked; nil before that.
    var memberships: [Store.Membership]?
    /// By which invitations this person was coming into groups then.
    var invitationsTaken: [Store.InvitationTaken]?
    /// The store's count of comings and goings, as of then.
    var membership: UInt64?
    /// Devices of this person to begin with, and where they are: of a fresh device those it was
    /// paired with.
    let companions: [(certificate: Certificate, addresses: [String])]

    var effects: [Effect] = []
    /// Requests that wait until full text has caught up.
    var postponed: [(RequestID, Request)] = []
    /// Changes of many things that are under way, oldest first.
    var works: [(id: RequestID, work: LongWork)] = []
    /// Garments that are being counted for somebody, first come first.
    var countings: [(id: RequestID, counting: GarmentCounting)] = []
    /// Bundles that are being made or taken in, oldest first.
    var bundles: [(id: RequestID, work: BundleWork)] = []
    /// Directories that something else carries, oldest first, once the shell was told of them.
    var folders: [FolderWork] = []
    var hasToldFolders = false
    var segmentsMade: UInt64 = 0
    /// Friends with whom this node leaves segments, in the order in which they were added; nil before the
    /// first look.
    var mailboxes: [MailboxWork]?
    /// What this device's key and others' agree on: membership only, never in an order.
    var agreements: [Bytes32: [UInt8]] = [:]
    /// The store's count of comings and goings when it was last looked for whom segments may be kept.
    var keepingMembership: UInt64?
    var isIndexing = true
    /// When the next rows of full text are indexed, if nobody waits for them, and since when they
    /// could have been.
    var indexAt = Instant(nanoseconds: 0)
    var indexSince = Instant(nanoseconds: 0)
    /// Until then there are no links; see `rest`.
    var restsUntil = Instant(nanoseconds: 0)
    /// The disk has room for what others send.
    var hasRoom = true
    /// When to look again whether what a late verdict concerns may be folded; nil if nothing waits.
    var refoldAt: Instant?
    /// When to compare what changed elsewhere with its copies; nil if nothing did.
    var copiesAt: Instant?
    /// When to declare dead what was withdrawn, and to drop what is dead; nil if there is nothing.
    var endingsAt: Instant?
    var eraseAt: Instant?
    /// When it is looked next what audiences show; nil while nobody is linked.
    var shownAt: Instant?
    /// When to forget what was done under keys of requests; nil if nothing was.
    var keysAt: Instant?
    /// When to search for what is over otherwise; nil if there is nothing that could be.
    var sweepAt: Instant?
    var isSweeping = false
    /// When to write again what others had of a branch that nobody runs; nil if there is none.
    var recallAt: Instant?
    /// Something could go on at once.
    var hasMore = false
    /// Who is near, and when this node calls for them.
    var discovery: Discovery
    /// Whom it looks for, as of the last look.
    var neighbours: [Store.Neighbour] = []
    /// How many networks there are to look in; nil before the shell has looked.
    var networks: Int?
    /// The shell knows whether to look at all.
    var hasToldDiscovery = false
    /// Where friends reach this node, best first, as the shell found it out; empty if nowhere.
    package var addresses: [String] = []
    /// What kinds of messages the last step sends over which links, for whoever watches: on the way
    /// nobody can tell. None of a handshake.
    package private(set) var said: [(link: LinkID, kinds: [String])] = []

    /// What others share that nobody has been told of yet.
    var received = ReceivedShares()
    /// What peers did wrong that nobody has been told of yet.
    var rejections = Rejections()
    /// Who waits until what was written here is with others, first come first.
    var arrivals = Arrivals()
    /// How far the look through the log is.
    var logRound = LogRound()
    /// How the search for files that are not here goes.
    var blobHunt = BlobHunt()

    let limits: SyncLimits

    /// An engine over `store`; `now` is its birth.
    ///
    /// - Parameter companions: see the property.
    package init(
        store: Store, owner: Owner, entropy: Entropy, dice: Dice,
        companions: [(certificate: Certificate, addresses: [String])] = [],
        limits: SyncLimits = .standard, at now: Instant
    ) {
        self.companions = companions
        self.limits = limits
        self.store = store
        self.owner = owner
        self.entropy = entropy
        self.dice = dice
        startedAt = now
        codes = CodeBook(entropy: entropy.split(Array("codes".utf8)))
        let purpose = Array("beacons".utf8)
        discovery = Discovery(
            owner: owner, entropy: entropy.split(purpose),
            dice: dice.split(Hash.blake2b16(purpose).leading))
    }

    /// Takes in everything that waits, in one transaction.
    ///
    /// - Parameter wall: what the wall clock shows; stamps what is written, decides nothing.
    /// - Returns: what to do now that all of it is durable, in this order.
    /// - Throws: nothing of the step is durable, or nobody knows; drop this engine.
    package func step(
        _ inbox: [Event], at now: Instant, wall: WallTime
    ) throws(StorageError) -> [Effect] {
        effects = []
        said = []
        hasMore = false
        try store.transaction { () throws(StorageError) in
            for event in inbox { try take(event, at: now, wall: wall) }
            try proceed(at: wall)
            try countOn()
            try carry(at: wall)
            try tellFolders()
            try carryFolders(at: wall)
            try mail(at: now, wall: wall)
            try regroup(at: now, wall: wall)
            try getBlobs(at: now)
            if now >= restsUntil {
                try forget(at: now, wall: wall)
                try writeRecalled(at: now, wall: wall)
                try sweepBlobs(at: now, wall: wall)
            }
            try dial(at: now)
            renew(at: now)
            try beckon(at: now)
            seek(at: now)
            try keepTime(at: now)
            try ask(at: now)
            try settle(at: now)
            try spreadAndTell(at: now)
            try tellArrivals(at: now)
            effects += rejections.take(at: now).map { .announce($0) }
            try index(after: inbox, at: now, wall: wall)
            try lookThrough(after: inbox, at: now)
            try lookAtShown(after: inbox, at: now)
        }
        if store.isResidueDue { try store.truncateLog() }
        flush()
        return effects
    }

    /// When `step` wants to be called with `woken`, if nothing happens before; nil for never.
    package func deadline(at now: Instant) -> Instant? {
        if hasMore { return now }
        let others = [
            hasRoom ? dialler.deadline.map { max($0, restsUntil) } : nil, refoldAt, copiesAt,
            endingsAt, eraseAt, keysAt, sweepAt, recallAt,
            blobHunt.sweepAt.map { max($0, restsUntil) },
            blobHunt.wakeAt, discovery.deadline, joining?.deadline,
            isIndexing ? max(indexAt, now) : nil, mailAt, lookAt.map { max($0, now) },
            shownAt.map { max($0, restsUntil, now) }, received.dueAt, arrivals.deadline,
            rejections.dueAt,
        ].compactMap { $0 }
        return (sessions.filter(\.isAlive).map(\.deadline) + others).min()
    }

    private func take(
        _ event: Event, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard !(try takeByCode(event, at: now, wall: wall)) else { return }
        switch event {
        case .woken, .codeAsked, .codeAnswered: return
        case .bundle(let id, let news): try take(news, of: id, at: wall)
        case .folder(let number, let news): try take(news, of: number, at: now)
        case .requested(let id, let request): try take(request, id, at: now, wall: wall)
        case .accepted(let link, let address):
            try accept(link, from: address, at: now, wall: wall)
        case .connected(let link):
            try with(link) { (session) throws(SessionError) in
                do throws(CloseReason) { try session.connected(at: now) } catch {
                    throw .peer(error)
                }
            }
        case .unreachable(let link, _):
            dialler.lost(link, at: now, dice: dice)
            sessions.removeAll { $0.link == link }
        case .received(let link, let bytes):
            try with(link) { (session) throws(SessionError) in
                try session.received(bytes, at: now, wall: wall)
            }
            if let session = sessions.first(where: { $0.link == link }),
                let hello = session.takeHello()
            {
                visit(session, hello, at: now)
            }
            try welcome(link, at: now, wall: wall)
            try hear(whoAsksOver: link, at: now, wall: wall)
            try tellNewFriend(over: link)
            try regard(link)
        case .stalled(let link): stalled(link)
        case .disconnected(let link): try lost(link, at: now)
        case .networks(let count): try take(networks: count, at: now)
        case .room(let isRoom): take(isRoom: isRoom)
        case .named(let name): try store.callOwner(name)
        case .sighted(let sighting): try take(sighting, at: now)
        }
    }

    /// Runs `body` on a living session; what the peer does wrong ends it.
    func with(
        _ link: LinkID, _ body: (Session) throws(SessionError) -> Void
    ) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link && $0.isAlive }) else { return }
        do throws(SessionError) {
            try body(session)
        } catch {
            switch error {
            case .storage(let failure): throw failure
            case .peer(let reason): end(session, reason)
            }
        }
    }

    /// Says goodbye and closes.
    func end(_ session: Session, _ reason: CloseReason) {
        guard session.isAlive else { return }
        if session.phase == .open || reason.refusesInvitation { session.send(.close(reason)) }
        session.phase = .closed(reason.name)
        if reason != .done, reason != .slow, reason != .readOnly {
            let person = session.isFamiliar ? session.certificate?.person : nil
            rejections.add(reason, by: person, from: session.address)
        }
    }

    // What the sessions want to send, then the links that have ended.
    private func flush() {
        for session in sessions {
            if !session.outbox.isEmpty {
                session.bytesSent += session.outbox.count
                effects.append(.send(session.link, session.outbox))
                session.outbox = []
                said.append((session.link, session.said))
                session.said = []
            }
            if case .closed = session.phase, !session.isClosing {
                session.isClosing = true
                effects.append(.close(session.link, .done))
            }
        }
    }
}
