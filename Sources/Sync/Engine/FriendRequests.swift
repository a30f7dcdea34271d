import CRDT
import Domain
import Primitives
import Store
import Wire

/// A person who is not a friend and has called, with what is known about them beyond what is shown.
struct KnownFriendRequest {
    let friendRequest: FriendRequest
    let certificate: Certificate
    /// The person's ticket; nil unless the two met by a short code.
    let ticket: Ticket?
    /// The block of addresses from which they called last.
    let block: AddressBlock
    /// When they called first.
    let since: Instant
    /// Whether they have said that they added this person, rather than only called.
    var hasAsked = false

    /// Whether they have only called, which anybody can do under any number of identities.
    var isSlight: Bool { ticket == nil && !hasAsked }
}

// Friend requests and their answers.
extension Engine {
    /// Records a call of a person who is not a friend and has proved who they are.
    func recordFriendRequest(
        _ session: Session, _ certificate: Certificate, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard !session.hasKnocked else { return }
        let person = certificate.person
        guard person != owner.person, !(try store.isBlocked(person)),
            !(try store.wasFellow(person))
        else { return }
        session.hasKnocked = true
        note(certificate, from: session, hasAsked: false, at: now, wall: wall)
    }

    /// Records that a fellow member has added this person as a friend. They called because of the group, and
    /// their keys say so.
    func hear(
        whoAsksOver link: LinkID, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard let session = sessions.first(where: { $0.link == link }), session.takeAsking(),
            let certificate = session.certificate, certificate.person != owner.person,
            !(try store.isContact(certificate.person)),
            !(try store.isBlocked(certificate.person))
        else { return }
        note(certificate, from: session, hasAsked: true, at: now, wall: wall)
    }

    private func note(
        _ certificate: Certificate, from session: Session, hasAsked: Bool, at now: Instant,
        wall: WallTime
    ) {
        let person = certificate.person
        let old = friendRequests.first { $0.friendRequest.person == person }
        // A ticket that came by a code says more than a call.
        guard old?.ticket == nil else { return }
        if old == nil, !hasAsked, !makeRoom(forKnockFrom: session.block, at: now) { return }
        friendRequests.removeAll { $0.friendRequest.person == person }
        let friendRequest = FriendRequest(
            person: person, device: certificate.device, address: session.address, at: wall)
        keep(
            KnownFriendRequest(
                friendRequest: friendRequest, certificate: certificate, ticket: nil,
                block: session.block,
                since: old?.since ?? now, hasAsked: hasAsked || old?.hasAsked == true))
        if old == nil {
            effects.append(.announce(.friendPending(person, address: session.address)))
        }
    }

    // Keeps callers of one block from filling the list and the history with made-up identities.
    private func makeRoom(forKnockFrom block: AddressBlock, at now: Instant) -> Bool {
        let neighbours = friendRequests.filter { $0.isSlight && $0.block == block }
        guard neighbours.count >= limits.friendRequestsPerAddressMax else { return true }
        guard let oldest = neighbours.min(by: { $0.since < $1.since }),
            now >= oldest.since + SyncLimits.friendRequestStay
        else { return false }
        friendRequests.removeAll { $0.friendRequest.person == oldest.friendRequest.person }
        return true
    }

    /// The people who ask to be friends, latest first. Leaves out fellow members who have not said that they
    /// ask: they call because of the group, perhaps before it is known here that they are members. Also
    /// leaves out people whom another own device has answered.
    func asking() throws(StorageError) -> [FriendRequest] {
        var asking: [FriendRequest] = []
        for known in friendRequests.reversed() {
            let person = known.friendRequest.person
            if known.ticket == nil, !known.hasAsked, try store.wasFellow(person) { continue }
            if try store.isContact(person) { continue }
            if try store.isBlocked(person) { continue }
            asking.append(known.friendRequest)
        }
        return asking
    }

    /// Adds a request. If there are too many, the block of addresses with most of them loses the oldest one.
    /// People just met by a code, and fellows who asked, are removed last.
    func keep(_ friendRequest: KnownFriendRequest) {
        friendRequests.append(friendRequest)
        guard friendRequests.count > limits.friendRequestsMax else { return }
        let largest = AddressBlock.largest(among: friendRequests.filter(\.isSlight).map(\.block))
        let place =
            friendRequests.firstIndex { $0.isSlight && largest.contains($0.block) }
            ?? friendRequests.firstIndex { $0.ticket == nil } ?? 0
        friendRequests.remove(at: place)
    }

    func accept(
        _ reference: PersonReference, petName: String?, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        switch find(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let place):
            let known = friendRequests[place]
            let answer =
                if let ticket = known.ticket {
                    try store.befriend(by: ticket, petName: petName, at: wall)
                } else {
                    try store.befriend(known.certificate, petName: petName, at: wall)
                }
            guard case .befriended(let friend) = answer else { return answer }
            friendRequests.removeAll { $0.friendRequest.person == friend.person }
            try becomeFriends(with: friend, at: now)
            return answer
        }
    }

    /// Blocks a person who is not a friend and has asked.
    func block(
        _ reference: PersonReference, at wall: WallTime
    ) throws(StorageError) -> Answer? {
        guard case .success(let place) = find(reference) else { return nil }
        if let problem = try store.writingProblem() { return .rejected(problem) }
        let answer = try store.block(friendRequests[place].certificate, at: wall)
        friendRequests.remove(at: place)
        return answer
    }

    func decline(_ reference: PersonReference) -> Answer {
        switch find(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let place):
            friendRequests.remove(at: place)
            return .done(DoneReport(count: 1, act: nil, summary: "deleted the request"))
        }
    }

    private func find(_ reference: PersonReference) -> Result<Int, Problem> {
        let text = reference.text.uppercased()
        let places = friendRequests.indices.filter {
            text.count >= 8 && friendRequests[$0].friendRequest.person.text.hasPrefix(text)
        }
        guard let place = places.first, places.count == 1 else {
            return .failure(
                Problem(
                    places.isEmpty ? .notFound : .ambiguous,
                    "there is no request from \(Problem.quote(reference.text))", fix: "weft pending"
                ))
        }
        return .success(place)
    }

    /// Stops dialling those of `before` who are no longer friends; `regroup` ends the links.
    func drop(_ before: [Store.Contact]) throws(StorageError) {
        let people = try [owner.person] + store.contacts().map(\.person)
        dialler.keep(try self.people())
        for contact in before where !people.contains(contact.person) {
            effects.append(.announce(.friendRemoved(try author(contact.person))))
        }
    }
}
