import CRDT
import Domain
import Primitives
import Store
import Wire

// Who comes and who goes: requests to be friends, ended friendships and devices.
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
        let isNew = sessions.contains { $0.phase == .open && !$0.isJudged }
        guard store.membership != membership || isNew else { return }
        membership = store.membership
        for session in sessions where session.isAlive && !session.earlyFarewells.isEmpty {
            try with(session.link) { (session) throws(SessionError) in
                try session.takeEarlyFarewells(wall: wall)
            }
        }
        try tellMemberships()
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
                guard !(try isCurrent(session, with: certificate)) else { continue }
                // Who has left, and said so over this link, may rest.
                try with(session.link) { (session) throws(SessionError) in
                    try session.acknowledgeAll()
                }
                end(session, .done)
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
        guard store.areCopiesDue else {
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
        // Of more than a session tells, some are never told. What is of others waits for the next
        // link: that this one ends at once would tell the peer of a friendship with a third person.
        guard !isTooMuch, session.interest.count < Message.audiencesMax else { return !isTooMuch }
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

    /// Takes note of somebody who is no friend and has proved who he is.
    func knock(
        _ session: Session, _ certificate: Certificate, at wall: WallTime
    ) throws(StorageError) {
        guard !session.hasKnocked else { return }
        let person = certificate.person
        guard person != owner.person, !(try store.isBlocked(person)),
            !(try store.wasFellow(person))
        else { return }
        session.hasKnocked = true
        let old = knocks.first { $0.knock.person == person }
        // What was told by a code is more than that he has come.
        guard old?.ticket == nil else { return }
        knocks.removeAll { $0.knock.person == person }
        let knock = Knock(
            person: person, device: certificate.device, address: session.address, at: wall)
        keep(KnownKnock(knock: knock, certificate: certificate, ticket: nil))
        if old == nil {
            effects.append(.announce(.friendPending(person, address: session.address)))
        }
    }

    /// Who asks, latest first. A fellow member calls because of the group, perhaps before it is known
    /// here that he is one.
    func asking() throws(StorageError) -> [Knock] {
        var asking: [Knock] = []
        for known in knocks.reversed() {
            if known.ticket == nil, try store.wasFellow(known.knock.person) { continue }
            asking.append(known.knock)
        }
        return asking
    }

    /// Keeps who asks, and forgets the one who asked longest ago if there are too many: those last
    /// whom a person has just met by a code.
    func keep(_ knock: KnownKnock) {
        knocks.append(knock)
        guard knocks.count > limits.knocksMax else { return }
        knocks.remove(at: knocks.firstIndex { $0.ticket == nil } ?? 0)
    }

    func accept(
        _ reference: PersonReference, petName: String?, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        switch find(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let place):
            let known = knocks[place]
            let answer =
                if let ticket = known.ticket {
                    try store.befriend(by: ticket, petName: petName, at: wall)
                } else {
                    try store.befriend(known.certificate, petName: petName, at: wall)
                }
            guard case .befriended(let friend) = answer else { return answer }
            knocks.removeAll { $0.knock.person == friend.person }
            try becomeFriends(with: friend, at: now)
            return answer
        }
    }

    /// Keeps away somebody who is no friend and has asked.
    func block(
        _ reference: PersonReference, at wall: WallTime
    ) throws(StorageError) -> Answer? {
        guard case .success(let place) = find(reference) else { return nil }
        if let problem = try store.writingProblem() { return .rejected(problem) }
        let answer = try store.block(knocks[place].certificate, at: wall)
        knocks.remove(at: place)
        return answer
    }

    func decline(_ reference: PersonReference) -> Answer {
        switch find(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let place):
            knocks.remove(at: place)
            return .done(DoneReport(count: 1, act: nil, summary: "the request is forgotten"))
        }
    }

    private func find(_ reference: PersonReference) -> Result<Int, Problem> {
        let text = reference.text.uppercased()
        let places = knocks.indices.filter {
            text.count >= 8 && knocks[$0].knock.person.text.hasPrefix(text)
        }
        guard let place = places.first, places.count == 1 else {
            return .failure(
                Problem(
                    places.isEmpty ? .notFound : .ambiguous,
                    "\(Problem.quote(reference.text)) has not asked", fix: "weft pending"))
        }
        return .success(place)
    }

    /// Whoever of `before` is no friend any more is not dialled; `regroup` ends the links.
    func drop(_ before: [Store.Contact]) throws(StorageError) {
        let people = try [owner.person] + store.contacts().map(\.person)
        dialler.keep(try self.people())
        for contact in before where !people.contains(contact.person) {
            effects.append(.announce(.friendRemoved(try author(contact.person))))
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
            for session in sessions where session.device == device.device { end(session, .done) }
        }
        return answer
    }

    func devices() throws(StorageError) -> [OwnDevice] {
        try store.ownDevices().map { device in
            var device = device
            device.isConnected = sessions.contains {
                $0.phase == .open && $0.isAlive && $0.device == device.device
                    && $0.certificate?.person == owner.person
            }
            return device
        }
    }
}
