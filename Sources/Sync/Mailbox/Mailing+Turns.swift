import CRDT
import Domain
import Primitives
import Store
import Wire

// One turn of one mailbox: handles the last answer, and sends the next request.
extension Engine {
    func proceed(
        _ place: Int, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard var work = mailboxes?[place] else { return }
        work.forgetClosed(sessions)
        mailboxes?[place] = work
        guard let link = work.link else { return try begin(place, at: now) }
        guard let session = sessions.first(where: { $0.link == link }) else { return }
        switch work.phase {
        case .resting: return
        case .looking(let tags, let found):
            guard let answer = session.errand.answer else { return }
            guard case .listed(let list) = answer else { return end(session, .unexpected) }
            try look(at: list, behind: found, tags, place, session, at: now)
        case .getting(let tags, let rest):
            try takePieces(place, session)
            guard !session.errand.isAwaited, let next = rest.first else { return }
            try take(next, place, session, tags, rest, at: now, wall: wall)
        case .taking(var unpacking, let tags, let rest):
            try take(&unpacking, place, session, tags, rest, at: now, wall: wall)
        case .packing(let packing): try pack(packing, place, session, at: now)
        case .putting(let packing, let segment):
            guard let answer = session.errand.answer else { return }
            try heard(answer, of: segment, packing, place, session, at: now, wall: wall)
        case .dropping(let names):
            guard let answer = session.errand.answer else { return }
            guard answer == .dropped else { return end(session, .unexpected) }
            mailboxes?[place].names.removeAll { names.contains($0) }
            try plan(place, session, at: now)
        case .leaving:
            guard let answer = session.errand.answer else { return }
            guard answer == .dropped else { return end(session, .unexpected) }
            try store.removeMailbox(work.number)
            mailboxes?[place].isGone = true
        }
    }

    // MARK: Looking

    // Decides over which link to look, or whether to plan, and when if not now.
    private func begin(_ place: Int, at now: Instant) throws(StorageError) {
        guard let work = mailboxes?[place] else { return }
        mailboxes?[place].wakeAt = nil
        let open = sessions.filter {
            $0.phase == .open && $0.isAlive && $0.isWelcomed
                && $0.certificate?.person == work.keeper && !$0.errand.isAwaited
        }
        guard !open.isEmpty else { return }
        if work.state == .leaving { return try begin(toLeave: place, over: open) }
        let isExplained = work.later.contains { $0.experience != store.experience }
        for session in open {
            let isNew = !work.looked.contains(session.link)
            guard isNew || isExplained || session.errand.isRung else { continue }
            guard isNew || now >= work.looksAt else {
                mailboxes?[place].wakeAt = work.looksAt
                continue
            }
            return try look(place, over: session, at: now)
        }
        guard let bound = open.first(where: { $0.link == work.boundLink }),
            store.changesSoFar != work.planned
        else {
            mailboxes?[place].planAt = nil
            return
        }
        let planAt = work.planAt ?? max(now + SyncLimits.mailboxPause, work.restsUntil)
        mailboxes?[place].planAt = planAt
        let wakeAt = mailboxes?[place].wakeAt ?? planAt
        mailboxes?[place].wakeAt = min(planAt, wakeAt)
        guard now >= planAt else { return }
        mailboxes?[place].link = bound.link
        try plan(place, bound, at: now)
    }

    private func look(
        _ place: Int, over session: Session, at now: Instant
    ) throws(StorageError) {
        guard let work = mailboxes?[place] else { return }
        mailboxes?[place].link = session.link
        mailboxes?[place].looksAt = now + SyncLimits.mailboxPause
        if !work.looked.contains(session.link) { mailboxes?[place].looked.append(session.link) }
        session.errand.isRung = false
        let tags = try tagsToLookFor(at: work.keeper)
        session.ask(.look(after: .zero, tags: tags))
        mailboxes?[place].phase = .looking(tags: tags, found: [])
    }

    // The segments are stored on one device of the keeper. If it is no longer a device of theirs, nothing is
    // left to delete.
    private func begin(
        toLeave place: Int, over open: [Session]
    ) throws(StorageError) {
        guard let work = mailboxes?[place],
            let record = try store.mailboxes().first(where: { $0.number == work.number })
        else { return }
        var isOver = record.device == nil
        if let device = record.device { isOver = try store.hasEnded(device, of: work.keeper) }
        if isOver {
            try store.removeMailbox(work.number)
            mailboxes?[place].isGone = true
        } else if let session = open.first(where: { $0.peer == record.peer }) {
            mailboxes?[place].link = session.link
            mailboxes?[place].phase = .leaving
            session.ask(.drop(names: []))
        }
    }

    private func look(
        at list: MailboxList, behind found: [MailboxList.Found], _ tags: [Bytes16], _ place: Int,
        _ session: Session, at now: Instant
    ) throws(StorageError) {
        if let last = found.last, let next = list.found.first, next.name <= last.name {
            return end(session, .malformed)
        }
        guard list.found.allSatisfy({ $0.place < tags.count }) else {
            return end(session, .malformed)
        }
        let all = found + list.found
        if found.isEmpty {
            mailboxes?[place].quota = Int(clamping: list.quota)
            mailboxes?[place].used = Int(clamping: list.used)
            try bind(place, session, list)
        }
        guard list.isLast || list.found.isEmpty || all.count >= SyncLimits.mailboxFoundMax else {
            session.ask(.look(after: all[all.count - 1].name, tags: tags))
            mailboxes?[place].phase = .looking(tags: tags, found: all)
            return
        }
        mailboxes?[place].later.removeAll { later in !all.contains { $0.name == later.name } }
        if let peer = session.peer, let work = mailboxes?[place] {
            try store.forgetTaken(but: all.map(\.name), from: peer.device, in: work.number)
        }
        try get(place, session, tags, all[...], at: now)
    }

    // Binds to one device of the keeper, and to another one if that one stops keeping segments.
    private func bind(
        _ place: Int, _ session: Session, _ list: MailboxList
    ) throws(StorageError) {
        guard let work = mailboxes?[place], let peer = session.peer,
            let record = try store.mailboxes().first(where: { $0.number == work.number })
        else { return }
        var bound = record.device
        if list.quota > 0, bound != peer.device {
            var isFree = bound == nil || work.state == .unkept
            if let bound, !isFree { isFree = try store.hasEnded(bound, of: work.keeper) }
            if isFree {
                try store.bindMailbox(work.number, to: peer.device)
                bound = peer.device
            }
        }
        guard bound == peer.device || bound == nil else { return }
        mailboxes?[place].boundLink = list.quota > 0 ? session.link : nil
        mailboxes?[place].names = list.own
        mailboxes?[place].planned = -1
        try note(list.quota > 0 ? .working : .unkept, place)
    }
}

extension MailboxWork {
    /// Forgets links that have ended; a put that was cut off continues over the next one.
    mutating func forgetClosed(_ sessions: [Session]) {
        let open = sessions.filter { $0.phase == .open && $0.isAlive }.map(\.link)
        looked.removeAll { !open.contains($0) }
        damaged.removeAll { !open.contains($0.link) }
        if let bound = boundLink, !open.contains(bound) { (boundLink, names) = (nil, []) }
        guard let link, !open.contains(link) else { return }
        if case .putting(let packing, let segment) = phase {
            unfinished = (packing, segment)
        }
        rest()
    }
}
