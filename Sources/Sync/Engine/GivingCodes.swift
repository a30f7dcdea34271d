import CRDT
import Domain
import Primitives
import Store
import Wire

// Short codes made by this node: asks on the network, runs over links, and the cost of a guess. All of it is
// in memory; nothing is written before the user agrees.
extension Engine {
    func newCode(at now: Instant, wall: WallTime) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        guard !addresses.isEmpty else {
            return .rejected(
                Problem(
                    .conflict, "a code would be useless: this node accepts no connections",
                    fix: "weft down, then weft up --listen 0.0.0.0:7433"))
        }
        guard let entry = codes.make(at: now, wall: wall) else {
            return .rejected(
                Problem(
                    .tooMany, "\(SyncLimits.codesMax) codes are already open",
                    fix: "wait until one is used or expires after ten minutes"))
        }
        discovery.takeAsks(for: codes.numbers)
        return .code(given(entry, isTold: true, at: now))
    }

    func endCode(_ number: Int) -> Answer {
        guard let slot = UInt16(exactly: number), let entry = codes.find(slot) else {
            return .rejected(Self.noCode(number))
        }
        endVisits(by: entry.code, telling: .expired)
        _ = codes.remove(slot)
        discovery.takeAsks(for: codes.numbers)
        return .done(DoneReport(count: 1, act: nil, summary: "code \(number) no longer works"))
    }

    func code(_ number: Int, at now: Instant) throws(StorageError) -> Answer {
        guard let slot = UInt16(exactly: number), let entry = codes.find(slot) else {
            return .rejected(Self.noCode(number))
        }
        var shown = given(entry, isTold: false, at: now)
        if let person = shown.met?.person { shown.met?.isFriend = try isFriend(person) }
        return .code(shown)
    }

    /// Answers an ask on this network for the code of this number.
    func takeAsk(number: UInt16, nonce: UInt64, from source: String) {
        guard discovery.isOn, codes.find(number) != nil, port != 0 else { return }
        effects.append(
            .beacon(discovery.answer(number: number, nonce: nonce, port: port), to: source))
    }

    /// Begins a run on a link that sent hello by a code instead of a handshake.
    func visit(_ session: Session, _ hello: [UInt8], at now: Instant) {
        guard let message = try? CodeMessage(bytes: hello),
            case .hello(let number, let run, let share) = message
        else { return end(session, .badHandshake) }
        // Same response as to garbage, so that nobody learns whether there are codes.
        guard let entry = codes.find(number) else { return end(session, .badHandshake) }
        if let reason = refusal(of: entry, at: now) { return refuse(session, reason) }
        guard codes.begins(entry.code) else {
            burn(entry.code)
            return refuse(session, .burnt)
        }
        guard
            let inviter = CodeInviter(
                entry.code, as: me, session: run, share: share, entropy: &session.entropy)
        else { return end(session, .badHandshake) }
        session.visit = CodeVisit(code: entry.code, inviter: inviter)
        session.say(inviter.answer)
    }

    /// Handles bytes of a joiner: the proof, which is the one guess.
    func hear(
        _ bytes: [UInt8], from session: Session, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard session.isAlive, var visit = session.visit else { return }
        session.bytesReceived += bytes.count
        visit.buffer.append(bytes)
        let frame = visit.buffer.nextByCode()
        session.visit = visit
        guard frame != .missing else { return }
        guard case .message(.proof(let confirmation, let sealed)) = frame,
            let entry = codes.find(visit.code.number), entry.code == visit.code
        else { return end(session, .malformed) }
        if let reason = refusal(of: entry, at: now) { return refuse(session, reason) }
        guard let (reply, met) = visit.inviter.take(confirmation: confirmation, sealed: sealed),
            met.ticket.certificate.person != owner.person
        else {
            refuse(session, .wrong)
            burn(entry.code)
            return
        }
        session.say(reply)
        end(session, .done)
        let meeting = try meet(met, at: session.address, now: now, wall: wall)
        codes.use(entry.code, by: meeting)
        endVisits(by: entry.code, telling: .used)
    }

    /// Records a person met by a code. The rest is for the user to decide, as with any friend request.
    func meet(
        _ met: CodeKeys.Met, at address: String, now: Instant, wall: WallTime
    ) throws(StorageError) -> Meeting {
        let certificate = met.ticket.certificate
        let person = certificate.person
        let isFriend = try isFriend(person)
        if !isFriend {
            friendRequests.removeAll { $0.friendRequest.person == person }
            let friendRequest = FriendRequest(
                person: person, device: certificate.device, address: address, at: wall,
                name: met.ticket.name, words: met.words)
            keep(
                KnownFriendRequest(
                    friendRequest: friendRequest, certificate: certificate, ticket: met.ticket,
                    block: AddressBlock(of: address), since: now))
            effects.append(.announce(.friendPending(person, address: address)))
        }
        return Meeting(
            person: person, name: met.ticket.name, words: met.words, isFriend: isFriend)
    }

    /// What this node sends about itself to a person it meets by a code.
    var me: CodeKeys.Me {
        CodeKeys.Me(
            ticket: Ticket(certificate: owner.certificate, name: owner.name, addresses: addresses),
            signing: owner.signing)
    }

    private func isFriend(_ person: PersonID) throws(StorageError) -> Bool {
        try store.contacts().contains { $0.person == person }
    }

    private func burn(_ code: ShortCode) {
        codes.burn(code)
        endVisits(by: code, telling: .burnt)
    }

    private func endVisits(by code: ShortCode, telling reason: CodeRefusal) {
        for session in sessions where session.visit?.code == code && session.isAlive {
            refuse(session, reason)
        }
    }

    private func refuse(_ session: Session, _ reason: CodeRefusal) {
        session.say(.refusal(reason))
        end(session, .done)
    }

    private func refusal(of entry: CodeBook.Entry, at now: Instant) -> CodeRefusal? {
        switch entry.state(at: now) {
        case .open: return nil
        case .used: return .used
        case .burnt: return .burnt
        case .expired: return .expired
        }
    }

    private func given(_ entry: CodeBook.Entry, isTold: Bool, at now: Instant) -> IssuedCode {
        IssuedCode(
            number: Int(entry.code.number), text: isTold ? entry.code.text : nil,
            state: entry.state(at: now), expiresAt: entry.expiresAt, met: entry.met)
    }

    private static func noCode(_ number: Int) -> Problem {
        Problem(
            .notFound, "this node has no code with the number \(number)", fix: "weft friend code")
    }
}

extension Session {
    /// Queues a message by a code after all earlier ones.
    func say(_ message: CodeMessage) {
        outbox += FrameBuffer.frame(message.bytes)
    }
}
