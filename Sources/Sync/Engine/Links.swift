package import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Links: which of two to the same device stays, and how long silence may last.
extension Engine {
    func makeSession(
        _ link: LinkID, address: String, dialling certificate: Certificate?,
        invited: Session.Invited = Session.Invited(), at now: Instant
    ) {
        // Each session has random streams of its own, named by the peer where it is known, so that they
        // reveal neither the number of other sessions nor their messages.
        let purpose: [UInt8]
        switch link {
        case .outbound:
            let peer = certificate?.agreement ?? .zero
            dialsMade[peer, default: 0] += 1
            purpose = Array("dial \(dialsMade[peer] ?? 0) ".utf8) + peer.bytes
        case .inbound(let number): purpose = Array("link \(number)".utf8)
        }
        var source = entropy.split(purpose)
        let chance = Dice(seed: source.bytes8())
        let session = Session(
            link: link, address: address, dialling: certificate, invited: invited, store: store,
            owner: owner, entropy: source, dice: chance, limits: limits, at: now)
        sessions.append(session)
        sessions.sort { $0.link < $1.link }
    }

    /// Welcomes a session whose peer has just proved who it is: records the meeting and, if there is another
    /// link to the same device, ends one of the two.
    func welcome(_ link: LinkID, at now: Instant, wall: WallTime) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link }), session.isAlive,
            !session.isWelcomed, let certificate = session.certificate
        else { return }
        guard session.isFamiliar else {
            try recordFriendRequest(session, certificate, at: now, wall: wall)
            return isOneTooMany(session) ? sendAway(session) : sendAwayIfCrowded(session)
        }
        guard try store.hasRoom(for: certificate) else { return end(session, .tooMuch) }
        let others = sessions.filter {
            $0.link != link && $0.isAlive && $0.certificate == certificate
        }
        let isTwice = try store.isTwice(certificate)
        // It takes the place of another link to the same device, if there is one.
        if isTwice || others.isEmpty, !(try findPlace(for: session, at: now)) {
            return sendAway(session)
        }
        session.isWelcomed = true
        setRenewal(of: session, at: now)
        try store.keep(certificate)
        let address = session.channel.role == .initiator ? session.address : nil
        if try closeness(of: session, store.contacts().map(\.person)) >= .friend {
            note(metAt: session.address, at: now)
        }
        // At a discovered address the device will be discovered again; keep the stored address for when it is
        // elsewhere.
        let known = try dialler.isFound(link) ? store.reachable(certificate.person) : []
        let isKept = known.contains { $0.certificate == certificate && $0.address != nil }
        try store.met(certificate, at: isKept ? nil : address, wall: wall)
        dialler.reached(certificate, at: address, link: link, now: now)
        if isTwice {
            // Two nodes run with its key, and both are served.
            if others.count >= SyncLimits.linksOfTwinsMax,
                let oldest = others.first(
                    where: { $0.openedAt == others.map(\.openedAt).min() })
            {
                end(oldest, .done)
            }
        } else {
            for other in others {
                let isKept = keeps(session, over: other)
                // A dialled target stays linked only if the session that stays was dialled too.
                if isKept, session.channel.role == .initiator {
                    dialler.move(from: other.link, to: session.link)
                }
                end(isKept ? other : session, .done)
            }
        }
        // If the device was linked already, nothing has changed for watchers.
        guard session.isAlive, others.isEmpty else { return }
        effects.append(
            .announce(
                .connected(try author(certificate.person), address: session.address)))
    }

    /// Announces a friendship that was made by an invitation and needs no answer.
    func tellNewFriend(over link: LinkID) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link }),
            let person = session.takeNewFriend()
        else { return }
        friendRequests.removeAll { $0.friendRequest.person == person }
        effects.append(.announce(.friendAdded(try author(person))))
        hasMore = true
    }

    // A stranger who calls may wait to become known as long as not many do; those who came earlier stay.
    private func sendAwayIfCrowded(_ session: Session) {
        guard session.channel.role == .responder else { return }
        // Ties are broken by link number, which says nothing about who came first.
        let earlier = sessions.filter {
            ($0.openedAt, $0.link) < (session.openedAt, session.link)
                && $0.isAlive && $0.isProven && !$0.isFamiliar && $0.channel.role == .responder
        }
        let neighbours = earlier.count { $0.block == session.block }
        let held = sessions.count { $0.link != session.link && $0.hasPlace }
        if earlier.count >= limits.strangersMax || neighbours >= limits.strangersPerAddressMax
            || held >= limits.linksMax
        {
            end(session, .tooMuch)
        }
    }

    // The newer link stays, as the older may be half dead or lead to another node with the same key. Of two
    // opened at about the same time, the one by an invitation stays, since only over it can the newcomer be
    // let in; otherwise the one dialled by the device with the smaller key.
    private func keeps(_ new: Session, over old: Session) -> Bool {
        let isLater = new.openedAt > old.openedAt + SyncLimits.crossingMax
        if new.isInvited != old.isInvited { return new.isInvited || isLater }
        guard !isLater, new.channel.role != old.channel.role, let theirs = new.peer?.device else {
            return true
        }
        let dialler = new.channel.role == .initiator ? owner.device : theirs
        return dialler == min(owner.device, theirs)
    }

    func lost(_ link: LinkID, at now: Instant) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link }) else { return }
        do throws(SessionError) { try session.writeLaid() } catch {
            if case .storage(let failure) = error { throw failure }
        }
        dialler.lost(link, at: now, dice: dice)
        if session.isSentAway, let peer = session.peer {
            dialler.rest(peer, at: now, dice: dice)
        }
        sessions.removeAll { $0.link == link }
        var reason = "connection lost"
        if case .closed(let why) = session.phase { reason = why }
        session.phase = .closed(reason)
        ended.append(try peer(session))
        if ended.count > limits.endedShownMax { ended.removeFirst() }
        guard session.isWelcomed, let person = session.certificate?.person else { return }
        dialler.resume(at: now)
        let isLinked = sessions.contains {
            $0.isWelcomed && $0.isAlive && $0.certificate == session.certificate
        }
        guard !isLinked else { return }
        effects.append(.announce(.disconnected(try author(person), reason: reason)))
    }

    /// Sends heartbeats, and ends sessions whose patience is over.
    func keepTime(at now: Instant) throws(StorageError) {
        for session in sessions where session.isAlive {
            if !session.isProven, session.phase != .dialling,
                now >= session.openedAt + SyncLimits.handshakePatience
            {
                end(session, .slow)
            } else if now >= session.heardAt + SyncLimits.silenceMax {
                end(session, .slow)
            } else if session.phase == .open {
                try with(session.link) { (session) throws(SessionError) in
                    try session.keepTime(at: now)
                }
            }
        }
    }

    /// Updates the sync state of every session, and announces when nothing is missing any more.
    func settle(at now: Instant) throws(StorageError) {
        for session in sessions where session.phase == .open && session.isWelcomed {
            guard let person = session.certificate?.person else { continue }
            let isInSync = try self.isInSync(session)
            if session.isJustOpen || (session.wasInSync && !isInSync) {
                effects.append(.announce(.syncStarted(try author(person))))
            }
            session.isJustOpen = false
            if isInSync, !session.wasInSync {
                effects.append(.announce(.syncCompleted(try author(person))))
            } else if !isInSync, session.deltasReceived > session.deltasTold {
                session.deltasTold = session.deltasReceived
                effects.append(
                    .announce(
                        .syncProgress(
                            try author(person), received: session.deltasReceived,
                            weLack: try lacking(session).we)))
            }
            session.wasInSync = isInSync
            try tellDifference(of: session)
        }
    }

    /// The peers at the other ends of live links, as they have proved.
    package var provenPeers: [PeerID] {
        sessions.filter { $0.isAlive && $0.isProven }.compactMap(\.peer)
    }

    static func host(of address: String) -> Substring {
        address.lastIndex(of: ":").map { address[..<$0] } ?? address[...]
    }
}

extension Session {
    /// When something has to be done if nothing is received before.
    var deadline: Instant {
        guard isProven else {
            return phase == .dialling
                ? openedAt + SyncLimits.silenceMax : openedAt + SyncLimits.handshakePatience
        }
        let silence = heardAt + SyncLimits.silenceMax
        guard phase == .open else { return silence }
        let doubts = exchanges.flatMap { $0.doubts.map(\.until) }
        // A link that is to be renewed waits for the end of the run that is arriving.
        let renewal = arriving == nil ? renewAt : nil
        let others =
            exchanges.compactMap(\.askAt) + doubts
            + [renewal, blobs.laid?.dueAt].compactMap { $0 }
        return ([heartbeatAt, silence] + others).min() ?? silence
    }

    func keepTime(at now: Instant) throws(SessionError) {
        try endDoubts(at: now)
        try endErrand(at: now)
        try writeLaid(at: now)
        try endFetch(at: now)
        if now >= heartbeatAt {
            heartbeatAt =
                now
                + dice.duration(
                    from: SyncLimits.heartbeatAfter.shortest, to: SyncLimits.heartbeatAfter.longest)
            try sendDigests()
        }
    }
}
