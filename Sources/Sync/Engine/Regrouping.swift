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
        refoldAt = try store.settleRefolds(at: wall) ? now + SyncLimits.refoldPatience : nil
        try store.settleKeys(at: wall)
        for session in sessions where session.isWelcomed && session.isAlive {
            guard let certificate = session.certificate,
                !(try store.isFamiliar(certificate))
            else { continue }
            session.isFamiliar = false
            end(session, .done)
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
        guard person != owner.person, !(try store.isBlocked(person)) else { return }
        session.hasKnocked = true
        let isNew = !knocks.contains { $0.knock.person == person }
        knocks.removeAll { $0.knock.person == person }
        let knock = Knock(
            person: person, device: certificate.device, address: session.address, at: wall)
        knocks.append((knock, certificate))
        if knocks.count > SyncLimits.knocksMax { knocks.removeFirst() }
        if isNew {
            effects.append(.announce(.friendPending(person, address: session.address)))
        }
    }

    func accept(
        _ reference: PersonReference, petName: String?, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        switch find(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let place):
            let certificate = knocks[place].certificate
            let answer = try store.befriend(certificate, petName: petName, at: wall)
            guard case .befriended(let friend) = answer else { return answer }
            knocks.remove(at: place)
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
        dialler.keep(people)
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
