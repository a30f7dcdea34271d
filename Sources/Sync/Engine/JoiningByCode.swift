import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Joining by a short code or line of somebody else: asking on the local network, calling, and the outcome. Each
// code is tried once.
extension Engine {
    /// - Returns: nil if it is in progress and the answer comes later.
    func join(
        _ text: String, at place: String?, _ id: RequestID, now: Instant
    ) throws(StorageError) -> Answer? {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        let code: ShortCode
        do throws(ShortCodeError) { code = try ShortCode(text: text) } catch {
            return .rejected(Self.problem(error))
        }
        if codes.entries.contains(where: { $0.code == code }) {
            return .rejected(
                Problem(
                    .invalidTicket, "this is your own code",
                    fix: "the other person types it: weft join \(code.text)"))
        }
        if spentCodes.contains(code) {
            return .rejected(
                Problem(
                    .invalidTicket,
                    "code \(code.number) was already tried here, and works only once",
                    fix: Self.fresh))
        }
        if let busy { return .rejected(busy) }
        guard place != nil || discovery.isOn else {
            return .rejected(
                Problem(
                    .notFound, "this node cannot search: it is on no network, or discovery is off",
                    fix: "weft join CODE --at HOST:PORT with their address; or weft config set "
                        + "discovery on"))
        }
        let places = place.map { [$0] } ?? []
        joining = CodeJoining(.code(code), named: nil, at: places, for: id, now: now)
        return nil
    }

    /// Fetches the invitation that a line is for, and joins by it.
    ///
    /// - Parameter name: The name here of the group; nil for the inviter's name for it.
    /// - Returns: nil if it is in progress and the answer comes later.
    func join(
        line text: String, named name: String?, _ id: RequestID, now: Instant
    ) throws(StorageError) -> Answer? {
        if let problem = try store.writingProblem() { return .rejected(problem) }
        let line: ShortInvitation
        do throws(PastedTextError) { line = try ShortInvitation(reading: text) } catch {
            return .rejected(
                Problem(
                    .invalidTicket, "the invitation is damaged: a character is wrong or missing",
                    fix: "copy all of it again, from weft-join on"))
        }
        if let busy { return .rejected(busy) }
        joining = CodeJoining(
            .line(line), named: name, at: line.addresses, for: id, now: now)
        return nil
    }

    private var busy: Problem? {
        guard joining != nil else { return nil }
        return Problem(
            .conflict, "another code or line is already being tried",
            fix: "wait ten seconds, then try again")
    }

    /// Does what is due for the join: the next ask, the next call, or the end.
    func seek(at now: Instant) {
        codes.forget(at: now)
        guard let joining else { return }
        if now >= joining.until { return fail(late(joining)) }
        if let askAt = joining.askAt, now >= askAt, let code = joining.secret.code {
            effects.append(.beacon(discovery.ask(for: code.number), to: nil))
            self.joining?.asked(at: now)
        }
        guard let address = self.joining?.next() else { return }
        linksMade += 1
        let link = LinkID.outbound(linksMade)
        var source = entropy.split(Array("code \(linksMade)".utf8))
        let joiner = CodeJoiner(joining.secret, as: me, entropy: &source)
        self.joining?.call = CodeJoining.Call(link: link, address: address, joiner: joiner)
        effects.append(.dial(link, address: address))
    }

    /// Handles an event that concerns a link by a code.
    ///
    /// - Returns: Whether it was one.
    func takeByCode(
        _ event: Event, at now: Instant, wall: WallTime
    ) throws(StorageError) -> Bool {
        let mine = joining?.call?.link
        switch event {
        case .connected(let link) where link == mine:
            if let hello = joining?.call?.joiner.hello { say(hello, over: link) }
        case .connected(let link) where !sessions.contains { $0.link == link }:
            // The call was given up before it was open.
            effects.append(.close(link, .done))
        case .unreachable(let link, let why) where link == mine: passOver(because: why)
        case .disconnected(let link) where link == mine: passOver(because: nil)
        case .received(let link, let bytes):
            if link == mine {
                try hear(bytes, over: link, at: now, wall: wall)
            } else if let session = sessions.first(where: { $0.link == link }),
                session.visit != nil
            {
                try hear(bytes, from: session, at: now, wall: wall)
            } else {
                return false
            }
        case .codeAsked(let number, let nonce, let source):
            takeAsk(number: number, nonce: nonce, from: source)
        case .codeAnswered(let number, let address):
            if joining?.secret.code?.number == number { joining?.found(address) }
        case .accepted, .connected, .unreachable, .stalled, .disconnected, .networks, .sighted,
            .bundle, .folder, .room, .named, .requested, .woken:
            return false
        }
        return true
    }

    // MARK: The call

    private func hear(
        _ bytes: [UInt8], over link: LinkID, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        joining?.call?.buffer.append(bytes)
        while let call = joining?.call, call.link == link {
            switch (joining?.call?.buffer.nextByCode() ?? .missing, call.keys) {
            case (.missing, _): return
            case (.wrong, _): return passOver(because: nil)
            case (.message(.answer(let share)), nil):
                guard let (proof, keys) = call.joiner.prove(to: share) else {
                    return passOver(because: nil)
                }
                joining?.call?.keys = keys
                spend()
                say(proof, over: link)
            case (.message(.proof(let confirmation, let sealed)), .some(let keys)):
                let met = keys.met(confirmation: confirmation, sealed: sealed, as: .inviter)
                guard let met, joining?.secret.code != nil else { return fail(Self.inBetween) }
                return try arrive(met, at: now, wall: wall)
            case (
                .message(.invitingProof(let confirmation, let sealed, let details)),
                .some(let keys)
            ):
                let met = keys.met(confirmation: confirmation, sealed: sealed, as: .inviter)
                guard let met, let details = keys.details(details) else {
                    return fail(Self.inBetween)
                }
                return try arrive(met, with: details, at: now, wall: wall)
            case (.message(.refusal(let reason)), let keys):
                let why = problem(reason)
                // A node that has proved nothing may lie, and on a local network another one may have made
                // the code.
                guard keys == nil, joining?.places.isEmpty == true else { return fail(why) }
                joining?.refused(why, at: now)
                return passOver(because: nil)
            case (.message(.hello), _), (.message(.lineHello), _), (.message(.answer), .some),
                (.message(.proof), nil), (.message(.invitingProof), nil):
                return passOver(because: nil)
            }
        }
    }

    private func arrive(_ met: CodeKeys.Met, at now: Instant, wall: WallTime) throws(StorageError) {
        guard let joining, let call = joining.call else { return }
        guard met.ticket.certificate.person != owner.person else {
            return fail(
                Problem(
                    .invalidTicket, "the code is from another device of yours",
                    fix: "your devices are paired: weft init --pair"))
        }
        // The address that was reached comes first, whatever the ticket says.
        let ticket = Ticket(
            certificate: met.ticket.certificate, name: met.ticket.name,
            addresses: [call.address] + met.ticket.addresses.filter { $0 != call.address })
        let reached = CodeKeys.Met(ticket: ticket, words: met.words)
        let meeting = try meet(reached, at: call.address, now: now, wall: wall)
        finish(.meeting(meeting))
    }

    // The group is joined as by an invitation that was pasted whole.
    private func arrive(
        _ met: CodeKeys.Met, with details: InvitationDetails, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard let joining, let call = joining.call else { return }
        let certificate = met.ticket.certificate
        var secret: Bytes16?
        if case .line(let line) = joining.secret { secret = line.secret }
        // The address that was reached comes first, whatever the details say.
        let reached = InvitationDetails(
            secret: details.secret, audience: details.audience, founder: details.founder,
            expirySeconds: details.expirySeconds, name: details.name,
            addresses: [call.address] + details.addresses.filter { $0 != call.address })
        let invitation = reached.invitation(by: certificate, secret: secret)
        let answer = try join(invitation.text, named: joining.name, at: now, wall: wall)
        guard case .group(let group) = answer, joining.secret.code != nil else {
            return finish(answer)
        }
        let person = certificate.person
        let isFriend = try store.contacts().contains { $0.person == person }
        finish(
            .meeting(
                Meeting(
                    person: person, name: met.ticket.name, words: [], isFriend: isFriend,
                    group: group.name)))
    }

    // The node there has not made this code or does not speak this protocol. It has learnt nothing, unless
    // this side has already proved itself.
    private func passOver(because why: String?) {
        guard let joining, let call = joining.call else { return }
        if call.keys != nil { return fail(Self.broken) }
        effects.append(.close(call.link, .done))
        self.joining?.call = nil
        // Addresses of a line are tried one after another.
        if joining.hasMore || joining.places.isEmpty { return }
        fail(unreached(joining, at: call.address, because: why))
    }

    private func spend() {
        guard let code = joining?.secret.code else { return }
        if spentCodes.count >= SyncLimits.codesSpentMax { spentCodes.removeFirst() }
        spentCodes.append(code)
    }

    private func say(_ message: CodeMessage, over link: LinkID) {
        effects.append(.send(link, FrameBuffer.frame(message.bytes)))
    }

    private func fail(_ problem: Problem) { finish(.rejected(problem)) }

    private func finish(_ answer: Answer) {
        guard let joining else { return }
        if let call = joining.call { effects.append(.close(call.link, .done)) }
        self.joining = nil
        discovery.stopAsking()
        effects.append(.answer(joining.id, answer))
    }

    // MARK: Rejections

    private func late(_ joining: CodeJoining) -> Problem {
        if joining.call?.keys != nil { return Self.broken }
        if let refusal = joining.refusal { return refusal }
        guard let code = joining.secret.code, joining.places.isEmpty else {
            return unreached(joining, at: joining.places.first ?? "", because: "timed out")
        }
        return Problem(
            .notFound, "no node on this network has the code \(code.number)",
            fix:
                "if you are on different networks: weft join CODE --at HOST:PORT with their address"
        )
    }

    private func unreached(
        _ joining: CodeJoining, at place: String, because why: String?
    ) -> Problem {
        let what = why.map { "cannot reach \(place): \($0)" }
        guard let code = joining.secret.code else {
            return Problem(
                .notFound, what ?? "the node at \(place) does not know this invitation",
                fix: "type it again when the inviter's node is up and reachable; or ask them for "
                    + "one that waits: weft group invite NAME --long")
        }
        return Problem(
            .notFound, what ?? "the node at \(place) does not have the code \(code.number)",
            fix: "type the code and address that their device shows, while it shows them")
    }

    private func problem(_ reason: CodeRefusal) -> Problem {
        guard let code = joining?.secret.code else {
            let why =
                switch reason {
                case .expired: "has expired"
                case .used: "was used up"
                case .revoked: "was revoked"
                case .burnt, .wrong: "was refused"
                }
            return Problem(
                .invalidTicket, "the invitation \(why)",
                fix: "ask the inviter for a new one: weft group invite NAME")
        }
        let number = code.number
        switch reason {
        case .expired:
            return Problem(
                .invalidTicket, "code \(number) has expired: it was valid for ten minutes",
                fix: Self.fresh)
        case .used:
            return Problem(
                .invalidTicket, "code \(number) was already used, and works only once",
                fix: Self.fresh)
        case .burnt:
            return Problem(
                .invalidTicket, "code \(number) no longer works: someone tried it with wrong words",
                fix: Self.fresh)
        case .revoked:
            return Problem(
                .invalidTicket, "code \(number) no longer works: it was taken back",
                fix: Self.fresh)
        case .wrong:
            return Problem(
                .invalidTicket,
                "the code is wrong, or someone in between changed it; it no longer works",
                fix: Self.fresh)
        }
    }

    private static func problem(_ error: ShortCodeError) -> Problem {
        let what: String
        switch error {
        case .form:
            what = "this is not a code: a code is a number and two words, as in 7-candy-lizard"
        case .number: what = "the number of a code must be from 1 to \(ShortCode.numberMax)"
        case .unknownWord(let place):
            what = "the \(place == 1 ? "first" : "second") word is not a code word"
        }
        return Problem(.invalidTicket, what, fix: "type it as their device shows it")
    }

    private static let fresh = "ask for a new one: weft friend code, on the other device"

    private static let inBetween = Problem(
        .invalidTicket, "someone in between answered who does not know the code", fix: fresh)

    private static let broken = Problem(
        .conflict,
        "the connection broke before the other side answered, and a code works only once",
        fix: fresh)
}
