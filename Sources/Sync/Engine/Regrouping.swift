import CRDT
import Domain
import Primitives
import Store
import Wire

// Who comes and who goes: ended friendships, fellow members and devices.
extension Engine {
    /// Keys for who came, none for who has gone, and no link with him either.
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
                // Who was nobody when he came is greeted again if he is somebody now.
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
                // Who has left, and said so over this link, may rest.
                try with(session.link) { (session) throws(SessionError) in
                    try session.acknowledgeAll()
                }
                end(session, .done)
                if session.deltasReceived > 0 { dialler.forgive(session.link) }
                dialler.hurry(certificate.person, at: now)
            }
        }
    }

    // Whoever is called by an invitation that was given up meanwhile would befriend this person.
    private func endCalls() throws(StorageError) {
        let joins = try store.openJoins()
        for session in sessions where session.isAlive && !session.isProven {
            guard let invitation = session.callsBy else { continue }
            if !joins.contains(where: { $0.id == invitation }) { end(session, .done) }
        }
    }

    // A slice at a time, and a moment after the cause: what belongs together comes in several runs.
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

    // What the peer is served is what he may be; and of nothing that the two share, such as a group
    // into which he or this person came, or what is for friends before the key was for his device
    // too, was unknown when they compared it.
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
        // Of more than a session tells, some are never told. What is of others waits for the next
        // link: that this one ends at once would tell the peer of a friendship with a third person.
        guard !isTooMuch, session.interest.count < Session.interestMax else { return !isTooMuch }
        // The peer may have told the key of a group before another device of this person said here
        // that he is in it, perhaps again: then nobody asked for it.
        let entered = try store.entered(with: certificate.person)
        guard entered.allSatisfy(session.entered.contains) else { return false }
        // A device that was unknown is let in once it is greeted: what it was told no key of it cannot
        // find, though it was in our interest.
        return shared.allSatisfy { audience in
            audience.isOfOthers
                || session.interest.contains {
                    $0.audience == audience.audience && session.told.contains($0)
                } || session.exchanges.contains { $0.audience == audience.audience }
        }
    }

    // Who came into a group, has gone from one, or has another role there.
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

    // Into which groups this person was invited since it was looked last. What was so when the engine began
    // is no news.
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

    // Friends that another device of this person has added, or given another name.
    private func meet(at now: Instant) throws(StorageError) {
        let contacts = try store.contacts()
        guard contacts != met else { return }
        for contact in contacts where !met.contains(contact) {
            try store.rename(contact.person, to: contact.name)
            if hasTargets { try addTargets(contact, at: now) }
        }
        met = contacts
        // What came too early from somebody who was nobody may be taken in now.
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
        // What a device of this person is let into counts from the next greeting on.
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
