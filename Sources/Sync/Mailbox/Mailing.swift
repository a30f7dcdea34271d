import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// Mailboxes: segments for others are left with a friend, and those that others left there are applied. Links
// carry them; what is put and applied is decided as for folders (`Foldering.swift`).
extension Engine {
    /// Gives each mailbox a turn, and answers the peers that use this node as one.
    func mail(at now: Instant, wall: WallTime) throws(StorageError) {
        try serveAskers(at: wall)
        for place in try worksOfMailboxes().indices.reversed() {
            try leaveStranger(place)
        }
        for place in (mailboxes ?? []).indices { try proceed(place, at: now, wall: wall) }
        mailboxes?.removeAll { $0.isGone }
    }

    /// When a mailbox wants its turn; nil if none does.
    var mailAt: Instant? {
        (mailboxes ?? []).compactMap { work in
            guard case .resting = work.phase else { return nil }
            return work.wakeAt
        }.min()
    }

    // All mailboxes; known ones keep their state.
    @discardableResult
    private func worksOfMailboxes() throws(StorageError) -> [MailboxWork] {
        if let mailboxes { return mailboxes }
        let works = try store.mailboxes().map {
            MailboxWork(
                number: $0.number, keeper: $0.keeper, addressees: $0.addressees,
                state: $0.isLeaving ? .leaving : .waiting)
        }
        mailboxes = works
        return works
    }

    // MARK: Requests of others

    private func serveAskers(at wall: WallTime) throws(StorageError) {
        let open = sessions.filter { $0.phase == .open && $0.isAlive }
        if store.membership != keepingMembership || open.contains(where: { !$0.isJudged }) {
            keepingMembership = store.membership
            try store.settleKeeping()
        }
        if try store.eraseSomeKept() { hasMore = true }
        for session in open {
            try with(session.link) { (session) throws(SessionError) in
                try session.answerRequest(at: wall)
            }
            if session.desk.hasGiven, let person = session.certificate?.person {
                session.desk.hasGiven = false
                try store.noteGot(by: person, at: wall)
            }
            if !session.desk.waiting.isEmpty, session.desk.giving == nil { hasMore = true }
        }
        for session in open where !session.desk.isWhole.isEmpty {
            let whole = session.desk.isWhole
            session.desk.isWhole = []
            for segment in whole {
                let tags = try store.tags(of: segment)
                for other in open
                where other !== session && tags.contains(where: other.desk.bell.contains) {
                    other.ring()
                }
            }
        }
    }

    /// Sets the quota for a friend, who is told of it.
    func keepMailbox(
        for reference: PersonReference, quotaBytes: Int
    ) throws(StorageError) -> Answer {
        switch try store.keepMailbox(for: reference, quotaBytes: quotaBytes) {
        case .failure(let problem): return .rejected(problem)
        case .success(let person):
            for session in sessions where session.certificate?.person == person.person {
                session.ring()
            }
            hasMore = true
            return .done(
                DoneReport(
                    count: 1, act: nil,
                    summary: quotaBytes > 0
                        ? "up to \(Self.size(quotaBytes)) are stored here for @\(person.name), "
                            + "encrypted; \(person.name) uses them: weft mailbox add @\(owner.name)"
                        : "nothing is stored here for @\(person.name) any more; old data is deleted"
                ))
        }
    }

    // The size in whole units, as people write it.
    private static func size(_ bytes: Int) -> String {
        for (name, unit) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        where bytes % unit == 0 {
            return "\(bytes / unit) \(name)"
        }
        return "\(bytes) bytes"
    }

    // MARK: Requests of this node

    func useMailbox(
        at reference: PersonReference, for addressees: [Addressee]
    ) throws(StorageError) -> Answer {
        switch try store.useMailbox(at: reference, for: addressees) {
        case .failure(let problem): return .rejected(problem)
        case .success(let keeper):
            let records = try store.mailboxes()
            guard let record = records.first(where: { $0.keeper == keeper }) else { throw .corrupt }
            // The addressees may have changed; then the content there is compared again.
            var works = try worksOfMailboxes().filter { $0.keeper != keeper }
            works.append(
                MailboxWork(number: record.number, keeper: keeper, addressees: addressees))
            mailboxes = works.sorted { $0.number < $1.number }
            hasMore = true
            guard let shown = try usedMailboxes().first(where: { $0.keeper.person == keeper })
            else { throw .corrupt }
            return .mailbox(shown)
        }
    }

    func leaveMailbox(at reference: PersonReference) throws(StorageError) -> Answer {
        switch try store.leaveMailbox(at: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let record):
            let name = try author(record.keeper).name
            let hasLeft = !(try store.mailboxes().contains { $0.number == record.number })
            var works = try worksOfMailboxes().filter { $0.number != record.number }
            if !hasLeft {
                works.append(
                    MailboxWork(
                        number: record.number, keeper: record.keeper,
                        addressees: record.addressees, state: .leaving))
            }
            mailboxes = works.sorted { $0.number < $1.number }
            hasMore = true
            let isMet = sessions.contains {
                $0.phase == .open && $0.isAlive && $0.peer == record.peer
            }
            return .done(
                DoneReport(
                    count: 1, act: nil,
                    summary: hasLeft
                        ? "@\(name) is no longer your mailbox; nothing of yours was there"
                        : "@\(name) is no longer your mailbox; your data there is deleted "
                            + (isMet ? "now" : "when @\(name) is connected")))
        }
    }

    /// All mailboxes that this node uses as they are shown, oldest first.
    func usedMailboxes() throws(StorageError) -> [Mailbox] {
        let works = try worksOfMailboxes()
        var shown: [Mailbox] = []
        for record in try store.mailboxes() {
            let work = works.first { $0.number == record.number }
            let (segments, bytes) = try store.carriedSize(of: record.number)
            shown.append(
                Mailbox(
                    keeper: try author(record.keeper), addressees: record.addressees,
                    state: work?.state ?? .waiting, quotaBytes: work?.quota ?? 0,
                    usedBytes: work?.used ?? 0, ownSegments: segments, ownBytes: bytes,
                    taken: work?.taken ?? 0, lastPut: record.lastPut, lastGot: record.lastGot))
        }
        return shown
    }

    /// Announces a changed state, once.
    func note(_ state: Mailbox.State, _ place: Int) throws(StorageError) {
        guard let work = mailboxes?[place], work.state != state else { return }
        mailboxes?[place].state = state
        effects.append(.announce(.mailboxChanged(try author(work.keeper), state: state)))
    }

    // A keeper who is no longer a friend keeps nothing, and is told so if linked.
    private func leaveStranger(_ place: Int) throws(StorageError) {
        guard let work = mailboxes?[place], !(try store.isContact(work.keeper)) else { return }
        for session in sessions
        where session.phase == .open && session.certificate?.person == work.keeper {
            session.ask(.drop(names: []))
        }
        try store.removeMailbox(work.number)
        mailboxes?.remove(at: place)
    }

    /// The tags under which devices that may write to this one leave segments with `keeper`: rising, filled
    /// up with random ones to a multiple of 32.
    func tagsToLookFor(at keeper: PersonID) throws(StorageError) -> [Bytes16] {
        let writers = try store.neighbours(and: companions.map(\.certificate))
        var tags: [Bytes16] = []
        for writer in writers.prefix(MailboxRequest.lookTagsMax) {
            let tag = mailboxTag(
                keeper, from: writer.certificate.agreement, to: owner.agreement.publicKey)
            if let tag, !tags.contains(tag) { tags.append(tag) }
        }
        return filled(tags)
    }

    /// The tags under which the readers of a segment look for it, filled up in the same way.
    func tags(for readers: [Certificate], at keeper: PersonID) -> [Bytes16] {
        var tags: [Bytes16] = []
        for reader in readers {
            let tag = mailboxTag(
                keeper, from: owner.agreement.publicKey, to: reader.agreement)
            if let tag, !tags.contains(tag) { tags.append(tag) }
        }
        return filled(tags)
    }

    private func filled(_ tags: [Bytes16]) -> [Bytes16] {
        segmentsMade += 1
        var chance = entropy.split(Array("mailbox tags \(segmentsMade)".utf8))
        var tags = tags
        while tags.isEmpty || tags.count % Message.padding != 0 { tags.append(chance.bytes16()) }
        return tags.sorted()
    }

    // Both ends derive the tag from their shared key; nobody else can.
    private func mailboxTag(
        _ keeper: PersonID, from writer: Bytes32, to reader: Bytes32
    ) -> Bytes16? {
        let other = writer == owner.agreement.publicKey ? reader : writer
        if agreements.count >= Self.agreementsMax { agreements = [:] }
        let shared = agreements[other] ?? owner.agreement.agree(with: other)
        agreements[other] = shared
        return shared.map {
            Derivation.mailboxTag(shared: $0, keeper: keeper, writer: writer, reader: reader)
        }
    }

    /// The most key agreements that are cached; computing one takes 50 us.
    private static let agreementsMax = 4096
}
