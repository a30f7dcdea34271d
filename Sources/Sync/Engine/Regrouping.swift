import CRDT
import Domain
import Primitives
import Store
import Wire

// Changes of membership: friendships that began or ended, fellow members and devices.
extension Engine {
    /// Delivers keys to new members, and ends links with those who may no longer be served.
    func regroup(at now: Instant, wall: WallTime) throws(StorageError) {
        try meet(at: now)
        let isResting = now < restsUntil
        if !isResting {
            refoldAt = try store.settleRefolds(at: wall) ? now + SyncLimits.refoldPatience : nil
        }
        try store.settleKeys(at: wall)
        if !isResting { try store.endJoinings(at: wall) }
        if let count = store.takeTwice() {
            effects.append(.announce(.deviceTwice(rewritten: count)))
        }
        if !isResting { try settleCopies(at: now, wall: wall) }
        for warning in store.takeVoided() { effects.append(.announce(.warning(warning))) }
        try tellShares()
        let isNew = sessions.contains { $0.phase == .open && !$0.isJudged }
        guard store.membership != membership || isNew else { return }
        membership = store.membership
        for session in sessions where session.isAlive && !session.earlyFarewells.isEmpty {
            try with(session.link) { (session) throws(SessionError) in
                try session.takeEarlyFarewells(wall: wall)
            }
        }
        try tellMemberships()
        try tellInvitations()
        if hasTargets {
            dialler.keep(try people())
            try addFellows(at: now)
        }
        try endCalls()
        for session in sessions where session.isProven && session.isAlive {
            guard let certificate = session.certificate else { continue }
            guard session.isWelcomed else {
                // A peer who was a stranger at the greeting is greeted again once it is known.
                if try store.isFamiliar(certificate) { end(session, .done) }
                continue
            }
            if !(try store.isFamiliar(certificate)) {
                session.isFamiliar = false
                end(session, .done)
            } else if session.phase == .open {
                session.isJudged = true
                guard !(try isCurrent(session, with: certificate)) else {
                    try with(session.link) { (session) throws(SessionError) in
                        try session.tellLateKeys()
                    }
                    continue
                }
                // Acknowledge first: a member who has left and said so over this link may stop serving the
                // group.
                try with(session.link) { (session) throws(SessionError) in
                    try session.acknowledgeAll()
                }
                end(session, .done)
                if session.deltasReceived > 0 { dialler.forgive(session.link) }
                dialler.hurry(certificate.person, at: now)
            }
        }
    }

    // Ends calls by an invitation that was given up meanwhile; they would still make a friendship.
    private func endCalls() throws(StorageError) {
        let joins = try store.openJoins()
        for session in sessions where session.isAlive && !session.isProven {
            guard let invitation = session.callsBy else { continue }
            if !joins.contains(where: { $0.id == invitation }) { end(session, .done) }
        }
    }

    // One slice at a time, and a moment after the cause: related changes come in several runs.
    private func settleCopies(at now: Instant, wall: WallTime) throws(StorageError) {
        guard store.areCopiesDue(at: wall) else {
            copiesAt = nil
            return
        }
        guard let at = copiesAt else {
            copiesAt = now + SyncLimits.copiesPause
            return
        }
        guard now >= at else { return }
        copiesAt = try store.settleCopies(at: wall) ? now : nil
    }

    // Whether the session matches what the two share now. The peer may not be served too much; and nothing
    // shared may have been unknown when they compared interests, such as a group that one of them joined
    // since, or what is for friends before its key was delivered to the peer's device.
    private func isCurrent(
        _ session: Session, with certificate: Certificate
    ) throws(StorageError) -> Bool {
        let shared = try store.shared(with: certificate)
        let isTooMuch = session.exchanges.contains { exchange in
            exchange.isServed && !shared.contains { $0.audience == exchange.audience }
        }
        for index in session.exchanges.indices where !session.exchanges[index].isServed {
            let audience = session.exchanges[index].audience
            session.exchanges[index].isServed = shared.contains { $0.audience == audience }
        }
        session.blobs.isFree = true
        // Beyond the most that a session can tell, some audiences are never told. Audiences of third persons
        // wait for the next link: ending this one at once would tell the peer of a friendship with a third
        // person.
        guard !isTooMuch, session.interest.count < Session.interestMax else { return !isTooMuch }
        // The peer may have told a group's key before another own device reported here that the peer is a
        // member, perhaps again; then nothing was requested for it.
        let entered = try store.entered(with: certificate.person)
        guard entered.allSatisfy(session.entered.contains) else { return false }
        // A device that was unknown is let in once it is greeted. It cannot find an audience for which it was
        // told no key, even if that was in our interest.
        return shared.allSatisfy { audience in
            audience.isOfOthers
                || session.interest.contains {
                    $0.audience == audience.audience && session.told.contains($0)
                } || session.exchanges.contains { $0.audience == audience.audience }
        }
    }

    // Announces who joined or left a group, or has another role there.
    private func tellMemberships() throws(StorageError) {
        let now = try store.memberships()
        defer { memberships = now }
        guard let before = memberships else { return }
        for entry in now where !before.contains(entry) {
            let author = try author(entry.person)
            let old = before.first {
                $0.audience == entry.audience && $0.person == entry.person
            }
            if old == nil {
                effects.append(.announce(.groupJoined(author, group: entry.group)))
            } else if old?.role != entry.role {
                effects.append(
                    .announce(
                        .groupRoleChanged(author, group: entry.group, role: entry.role)))
            }
        }
        for entry in before {
            let isThere = now.contains {
                $0.audience == entry.audience && $0.person == entry.person
            }
            guard !isThere else { continue }
            effects.append(
                .announce(.groupLeft(try author(entry.person), group: entry.group)))
        }
    }

    // Announces invitations into groups since the last look. What was so when the engine began is not news.
    private func tellInvitations() throws(StorageError) {
        let now = try store.invitationsTaken()
        defer { invitationsTaken = now }
        guard let before = invitationsTaken else { return }
        for taken in now where !before.contains(where: { $0.row == taken.row }) {
            effects.append(
                .announce(
                    .groupInvited(try author(taken.inviter), group: taken.group, role: nil)))
        }
    }

    // Handles friends that another own device has added or renamed.
    private func meet(at now: Instant) throws(StorageError) {
        let contacts = try store.contacts()
        guard contacts != met else { return }
        for contact in contacts where !met.contains(contact) {
            try store.rename(contact.person, to: contact.name)
            if hasTargets { try addTargets(contact, at: now) }
        }
        met = contacts
        // Deltas that came too early from a person who was unknown then may be accepted now.
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in try session.askAgain() }
        }
    }

    func pair(
        _ request: String, phrase: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        let answer = try store.pairDevice(
            request, phrase: phrase, addresses: addresses, at: wall)
        // A new own device gets its access with the next greeting.
        if case .paired(let device) = answer {
            let peer = PeerID(person: owner.person, device: device.device)
            for session in sessions where session.peer == peer { end(session, .done) }
        }
        return answer
    }

    func devices() throws(StorageError) -> [OwnDevice] {
        try store.ownDevices().map { device in
            var device = device
            device.isConnected = sessions.contains {
                $0.phase == .open && $0.isAlive
                    && $0.peer == PeerID(person: owner.person, device: device.device)
            }
            return device
        }
    }
}
