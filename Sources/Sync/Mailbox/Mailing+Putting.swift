import CRDT
import Domain
import Primitives
import Store
import Wire

// Puts what others lack into a keeper's mailbox, and deletes what is unneeded there.
extension Engine {
    /// Plans what to put and what to delete. Does nothing over a link to another device than the bound one.
    func plan(_ place: Int, _ session: Session, at now: Instant) throws(StorageError) {
        guard let work = mailboxes?[place] else { return }
        mailboxes?[place].planAt = nil
        guard session.link == work.boundLink, now >= work.restsUntil,
            let record = try store.mailboxes().first(where: { $0.number == work.number })
        else {
            mailboxes?[place].rest()
            return
        }
        if let (packing, segment) = work.unfinished {
            mailboxes?[place].unfinished = nil
            // Continue what was begun over another link, unless a reader has left meanwhile.
            var isWanted = true
            for reader in segment.readers {
                let shared = try store.shared(with: reader)
                if !shared.contains(where: { $0.audience == segment.audience }) {
                    isWanted = false
                }
            }
            if isWanted, !work.names.contains(segment.name) {
                return put(segment, packing, place, session)
            }
        }
        let names = work.names.map(\.segmentName)
        let plan = try store.plan(record.folder, names: Set(names))
        let known = try store.carriedNames(in: work.number)
        let unknown = work.names.filter { !known.contains($0.segmentName) }
        if plan.lost > 0 { mailboxes?[place].lose(at: now) }
        guard !plan.isEmpty || !unknown.isEmpty else {
            mailboxes?[place].losses = 0
            mailboxes?[place].planned = store.changesSoFar
            mailboxes?[place].rest()
            return
        }
        mailboxes?[place].phase = .packing(
            MailboxPacking(
                packing: packing(of: plan.parcels), leaving: plan.leaving, unknown: unknown,
                membership: store.membership))
        hasMore = true
    }

    /// Makes the next segment and puts it; after the last one, deletes what is unneeded.
    func pack(
        _ before: MailboxPacking, _ place: Int, _ session: Session, at now: Instant
    ) throws(StorageError) {
        var packing = before
        guard let work = mailboxes?[place] else { return }
        // Readers may have left meanwhile; plan again.
        guard packing.membership == store.membership else {
            return try plan(place, session, at: now)
        }
        guard let packed = try packing.packing.next(from: store, limits: limits) else {
            return try drop(packing, place, session, at: now)
        }
        let segment = MailboxSegment(
            name: Derivation.mailboxName(of: packed.bytes), bytes: packed.bytes,
            tags: tags(for: packed.readers, at: work.keeper), readers: packed.readers,
            audience: packed.audience)
        try store.carry(
            segment.name.segmentName, in: work.number, of: packed.audience,
            bytes: packed.bytes.count, word: packed.word, readers: packed.readers,
            ranges: packed.ranges)
        put(segment, packing, place, session)
    }

    private func put(
        _ segment: MailboxSegment, _ packing: MailboxPacking, _ place: Int, _ session: Session
    ) {
        session.ask(
            .put(name: segment.name, length: segment.bytes.count, tags: segment.tags),
            putting: segment.bytes)
        mailboxes?[place].phase = .putting(packing, segment)
    }

    /// Handles the keeper's answer to a put.
    func heard(
        _ answer: MailboxAnswer, of segment: MailboxSegment, _ packing: MailboxPacking,
        _ place: Int, _ session: Session, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard let work = mailboxes?[place] else { return }
        switch answer {
        case .ready:
            mailboxes?[place].names = (work.names + [segment.name]).sorted()
            mailboxes?[place].used += segment.bytes.count
            try store.noteMailbox(work.number, hasPut: true, at: wall)
            try note(.working, place)
            mailboxes?[place].phase = .packing(packing)
            hasMore = true
        case .refused(let reason):
            try store.forgetCarried(segment.name.segmentName, in: work.number)
            if reason == .full, !packing.hasMadeRoom,
                !packing.leaving.isEmpty || !packing.unknown.isEmpty
            {
                var packing = packing
                packing.hasMadeRoom = true
                return try drop(packing, place, session, at: now)
            }
            switch reason {
            case .full: try note(.full, place)
            case .unkept: try note(.unkept, place)
            case .torn, .gone: break
            }
            mailboxes?[place].lose(at: now)
            mailboxes?[place].planned = store.changesSoFar
            mailboxes?[place].rest()
        case .listed, .dropped, .news: end(session, .unexpected)
        }
    }

    private func drop(
        _ packing: MailboxPacking, _ place: Int, _ session: Session, at now: Instant
    ) throws(StorageError) {
        guard let work = mailboxes?[place] else { return }
        let leaving = try store.dismiss(packing.leaving, from: work.number)
        let names = work.names.filter {
            packing.unknown.contains($0) || leaving.contains($0.segmentName)
        }.prefix(MailboxRequest.namesMax)
        guard !names.isEmpty else { return try plan(place, session, at: now) }
        session.ask(.drop(names: Array(names)))
        mailboxes?[place].phase = .dropping(Array(names))
    }
}
