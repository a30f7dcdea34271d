package import CRDT
import Domain
package import Primitives
package import Sodium
package import Store
import Wire

/// The node as a state machine without I/O: events go in, effects come out.
///
/// **Everything that the inbox changed is durable before a single effect leaves.** A step is one transaction;
/// if it fails, nothing of it has happened, and the engine has to be recreated from the store.
package final class Engine {
    let store: Store
    let owner: Owner
    let startedAt: Instant
    /// Never drawn from, only split, so that the use in one link or audience does not affect another.
    let entropy: Entropy
    let dice: Dice

    /// Sorted by link, so that the order does not depend on hashing.
    var sessions: [Session] = []
    var ended: [Peer] = []
    var dialler = Dialler()
    /// Blocks of addresses where friends and own devices were met, latest last.
    var metBlocks = MetBlocks()
    /// Whether the dialler has the targets of the store's friends.
    var hasTargets = false
    var linksMade: UInt64 = 0
    /// How often each static key was dialled.
    var dialsMade: [Bytes32: UInt64] = [:]
    /// People who are not friends, have proved who they are, and ask to be; latest last.
    var friendRequests: [KnownFriendRequest] = []
    /// The short codes that this node has made, and the one that is being tried here.
    var codes: CodeBook
    var joining: CodeJoining?
    /// Codes of others that were tried here, each of which takes one try; latest last.
    var spentCodes: [ShortCode] = []
    /// The friends as of the last look.
    var met: [Store.Contact] = []
    /// The members of all groups as of the last look; nil before the first.
    var memberships: [Store.Membership]?
    /// The invitations by which this person was joining groups as of the last look.
    var invitationsTaken: [Store.InvitationTaken]?
    /// The store's membership count as of the last look.
    var membership: UInt64?
    /// This person's other devices to begin with, and their addresses; on a new device, those it was paired
    /// with.
    let companions: [(certificate: Certificate, addresses: [String])]

    var effects: [Effect] = []
    /// Requests that wait until the full-text index has caught up.
    var postponed: [(RequestID, Request)] = []
    /// Bulk changes in progress, oldest first.
    var works: [(id: RequestID, work: LongWork)] = []
    /// Garment counts in progress, oldest first.
    var countings: [(id: RequestID, counting: GarmentCounting)] = []
    /// Bundles being made or applied, oldest first.
    var bundles: [(id: RequestID, work: BundleWork)] = []
    /// Folders, oldest first, once the shell was told of them.
    var folders: [FolderWork] = []
    var hasToldFolders = false
    var segmentsMade: UInt64 = 0
    /// Keepers with whom this node leaves segments, in the order in which they were added; nil before the
    /// first look.
    var mailboxes: [MailboxWork]?
    /// Key agreements of this device with others. Only looked up, never iterated, as the order is not
    /// deterministic.
    var agreements: [Bytes32: [UInt8]] = [:]
    /// The store's membership count when it was last checked for whom segments may be kept.
    var keepingMembership: UInt64?
    var isIndexing = true
    /// When the next index rows are written, if no request waits for them, and since when there have been
    /// any.
    var indexAt = Instant(nanoseconds: 0)
    var indexSince = Instant(nanoseconds: 0)
    /// Until this instant there are no links; see `rest`.
    var restsUntil = Instant(nanoseconds: 0)
    /// Whether the disk has room for data of others.
    var hasRoom = true
    /// When to check again what waits for a late verdict; nil if nothing waits.
    var refoldAt: Instant?
    /// When to compare remote changes with their copies; nil if there are none.
    var copiesAt: Instant?
    /// When to declare withdrawn operations dead, and when to erase dead ones; nil if there are none.
    var endingsAt: Instant?
    var eraseAt: Instant?
    /// When to compare next what audiences show; nil while no peer is linked.
    var shownAt: Instant?
    /// When to forget the outcomes of requests with idempotency keys; nil if there are none.
    var keysAt: Instant?
    /// When to sweep for what else is over; nil if nothing could be.
    var sweepAt: Instant?
    var isSweeping = false
    /// When to rewrite the part of a lost branch that others held; nil if there is none.
    var recallAt: Instant?
    /// Whether more work could be done at once.
    var hasMore = false
    /// Local discovery of other devices, and this node's beacons.
    var discovery: Discovery
    /// The devices that discovery looks for, as of the last look.
    var neighbours: [Store.Neighbour] = []
    /// The number of networks to look in; nil before the shell has looked.
    var networks: Int?
    /// Whether the shell knows whether to look at all.
    var hasToldDiscovery = false
    /// Where friends reach this node, best first, as determined by the shell; empty if nowhere.
    package var addresses: [String] = []
    /// The kinds of messages that the last step sends over each link, for diagnostics: nobody can tell them
    /// on the wire. Handshake messages are left out.
    package private(set) var said: [(link: LinkID, kinds: [String])] = []

    /// Shares received from others that have not been announced yet.
    var received = ReceivedShares()
    /// Violations by peers that have not been announced yet.
    var rejections = Rejections()
    /// Requests that wait until other devices hold what was written here, in order of arrival.
    var arrivals = Arrivals()
    /// Progress of the background check of the log.
    var logRound = LogRound()
    /// Progress of the search for missing files.
    var blobHunt = BlobHunt()

    let limits: SyncLimits

    /// Creates an engine over `store`, started at `now`.
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

    /// Processes all waiting events in one transaction.
    ///
    /// - Parameter wall: The wall clock's time, which stamps what is written and decides nothing.
    /// - Returns: What to do now that all of it is durable, in this order.
    /// - Throws: If nothing of the step is durable, or that is not known. Discard this engine.
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

    /// When `step` wants to be called with `woken` if nothing happens before; nil for never.
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

    /// Runs `body` on a live session, and ends the session if the peer broke a rule.
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

    /// Sends the reason if the peer can read it, and closes.
    func end(_ session: Session, _ reason: CloseReason) {
        guard session.isAlive else { return }
        if session.phase == .open || reason.refusesInvitation { session.send(.close(reason)) }
        session.phase = .closed(reason.name)
        if reason != .done, reason != .slow, reason != .readOnly {
            let person = session.isFamiliar ? session.certificate?.person : nil
            rejections.add(reason, by: person, from: session.address)
        }
    }

    // Sends what the sessions have queued, then closes the links that have ended.
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
