import CRDT
import Domain
import Primitives
import Store
import Wire

// Short codes made by this node: asks on the network, runs over links, and the cost of a guess. All of it is
// in memory; nothing is written before the user agrees.
extension Engine {
    /// Makes a code for whoever is to become a friend or, with a group, to join it.
    func newCode(
        into group: String?, as role: GroupRole, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        guard !addresses.isEmpty else {
            return .rejected(
                Problem(
                    .conflict, "a code would be useless: this node accepts no connections",
                    fix: "weft down, then weft up --listen 0.0.0.0:7433"))
        }
        let tooMany = Problem(
            .tooMany, "\(SyncLimits.codesMax) codes are already open",
            fix: "wait until one is used or expires after ten minutes")
        guard codes.hasRoom(at: now) else { return .rejected(tooMany) }
        var details: InvitationDetails?
        if let group {
            let seconds = Int(SyncLimits.codeLifetime.components.seconds)
            switch try store.inviteByCode(
                to: group, role: role, seconds: seconds, addresses: addresses, at: wall)
            {
            case .failure(let problem): return .rejected(problem)
            case .success(let made): details = made
            }
        }
        guard let entry = codes.make(leadingInto: details, at: now, wall: wall) else {
            return .rejected(tooMany)
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

    /// Begins a run on a link that sent hello by a code or a line instead of a handshake.
    func visit(
        _ session: Session, _ hello: [UInt8], at now: Instant, wall: WallTime
    ) throws(StorageError) {
        let message = try? CodeMessage(bytes: hello)
        switch message {
        case .hello(let number, let run, let share):
            // Same response as to garbage, so that nobody learns whether there are codes.
            guard let entry = codes.find(number) else { return end(session, .badHandshake) }
            if let reason = refusal(of: entry, at: now) { return refuse(session, reason) }
            guard codes.begins(entry.code) else {
                burn(entry.code)
                return refuse(session, .burnt)
            }
            answer(
                session, CodePassword(entry.code), code: entry.code, inviting: entry.details, run,
                share)
        case .lineHello(let id, let run, let share):
            guard let line = try store.line(id, addresses: addresses, at: wall) else {
                return end(session, .badHandshake)
            }
            if let reason = line.refusal { return refuse(session, Self.refusal(reason)) }
            answer(
                session, CodePassword(invitationKey: line.key), code: nil,
                inviting: line.details, run, share)
        default: end(session, .badHandshake)
        }
    }

    private func answer(
        _ session: Session, _ password: CodePassword, code: ShortCode?,
        inviting details: InvitationDetails?, _ run: Bytes16, _ share: Bytes32
    ) {
        guard
            let inviter = CodeInviter(
                password, as: me, session: run, share: share, entropy: &session.entropy)
        else { return end(session, .badHandshake) }
        session.visit = CodeVisit(code: code, details: details, inviter: inviter)
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
        guard case .message(.proof(let confirmation, let sealed)) = frame else {
            return end(session, .malformed)
        }
        if let code = visit.code {
            guard let entry = codes.find(code.number), entry.code == code else {
                return end(session, .malformed)
            }
            if let reason = refusal(of: entry, at: now) { return refuse(session, reason) }
        }
        let taken = visit.inviter.take(
            confirmation: confirmation, sealed: sealed, inviting: visit.details)
        guard let (reply, met) = taken, met.ticket.certificate.person != owner.person else {
            refuse(session, .wrong)
            if let code = visit.code { burn(code) }
            return
        }
        session.say(reply)
        end(session, .done)
        // The bearer of a line is let in, or not, when they come by the invitation that they have now.
        guard let code = visit.code else { return }
        let meeting =
            visit.details == nil
            ? try meet(met, at: session.address, now: now, wall: wall)
            : Meeting(
                person: met.ticket.certificate.person, name: met.ticket.name, words: [],
                isFriend: try isFriend(met.ticket.certificate.person), group: nil)
        codes.use(code, by: meeting)
        endVisits(by: code, telling: .used)
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
            person: person, name: met.ticket.name, words: met.words, isFriend: isFriend,
            group: nil)
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

    private static func refusal(_ reason: CloseReason) -> CodeRefusal {
        switch reason {
        case .usedUp: .used
        case .expired: .expired
        default: .revoked
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
