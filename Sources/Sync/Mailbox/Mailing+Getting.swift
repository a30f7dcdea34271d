import CRDT
import Domain
import Primitives
import Store
import Wire

// Gets segments from a keeper, one after the other, and applies them in slices.
extension Engine {
    /// Requests the next segment; after the last one, plans what to put.
    func get(
        _ place: Int, _ session: Session, _ tags: [Bytes16], _ all: ArraySlice<MailboxList.Found>,
        at now: Instant
    ) throws(StorageError) {
        guard let work = mailboxes?[place], let peer = session.peer else { return }
        var rest = all
        while let next = rest.first {
            let isLater = work.later.contains {
                $0.name == next.name && $0.experience == store.experience
            }
            let isDamaged = work.damaged.contains {
                $0.link == session.link && $0.name == next.name
            }
            guard !isLater, !isDamaged,
                !(try store.hasTaken(next.name, from: peer.device, in: work.number))
            else {
                rest = rest.dropFirst()
                continue
            }
            var offset = 0
            if let partial = work.partial, partial.name == next.name,
                partial.bytes.count < next.length
            {
                offset = partial.bytes.count
            } else {
                mailboxes?[place].partial = (next.name, [])
            }
            session.ask(
                .get(tag: tags[next.place], name: next.name, offset: offset),
                wanting: next.length - offset)
            mailboxes?[place].phase = .getting(tags: tags, rest: rest)
            return
        }
        mailboxes?[place].partial = nil
        try plan(place, session, at: now)
    }

    /// Keeps the pieces received so far, so that they outlast the link.
    func takePieces(_ place: Int, _ session: Session) throws(StorageError) {
        guard !session.errand.arrived.isEmpty, let partial = mailboxes?[place].partial else {
            return
        }
        mailboxes?[place].partial = (partial.name, partial.bytes + session.errand.arrived)
        session.errand.arrived = []
    }

    /// Handles the end of the transfer of the first of `rest`: it is complete, or was refused.
    func take(
        _ next: MailboxList.Found, _ place: Int, _ session: Session, _ tags: [Bytes16],
        _ rest: ArraySlice<MailboxList.Found>, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard let work = mailboxes?[place], let peer = session.peer,
            let (name, bytes) = work.partial
        else { return }
        mailboxes?[place].partial = nil
        if let answer = session.errand.answer {
            // It was deleted there while the request was on its way.
            guard answer == .refused(.gone) else { return end(session, .unexpected) }
            return try get(place, session, tags, rest.dropFirst(), at: now)
        }
        guard name == next.name, Derivation.mailboxName(of: bytes) == name else {
            mailboxes?[place].damaged.append((session.link, next.name))
            try note(.damaged, place)
            return try get(place, session, tags, rest.dropFirst(), at: now)
        }
        mailboxes?[place].later.removeAll { $0.name == name }
        switch try open(bytes) {
        case .begun(let unpacking):
            try store.noteMailbox(work.number, hasPut: false, at: wall)
            mailboxes?[place].phase = .taking(unpacking, tags: tags, rest: rest)
            hasMore = true
        case .notForMe, .damaged:
            // It is as it was put there, so no other copy would help.
            try store.noteTaken(name, from: peer.device, in: work.number)
            try get(place, session, tags, rest.dropFirst(), at: now)
        case .stranger, .unshared, .newer:
            putOff(name, place)
            try get(place, session, tags, rest.dropFirst(), at: now)
        }
    }

    /// Applies a slice of the segment.
    func take(
        _ unpacking: inout Unpacking, _ place: Int, _ session: Session, _ tags: [Bytes16],
        _ rest: ArraySlice<MailboxList.Found>, at now: Instant, wall: WallTime
    ) throws(StorageError) {
        guard let work = mailboxes?[place], let peer = session.peer, let next = rest.first
        else {
            return
        }
        switch try proceed(&unpacking, at: wall) {
        case .partly:
            mailboxes?[place].phase = .taking(unpacking, tags: tags, rest: rest)
            return
        case .wholly where unpacking.isWaiting: putOff(next.name, place)
        case .wholly, .refused: try store.noteTaken(next.name, from: peer.device, in: work.number)
        }
        mailboxes?[place].taken += unpacking.deltas
        try get(place, session, tags, rest.dropFirst(), at: now)
    }

    // It is requested again once something has come that may explain it.
    private func putOff(_ name: Bytes16, _ place: Int) {
        guard let later = mailboxes?[place].later, later.count < SyncLimits.mailboxLaterMax else {
            return
        }
        mailboxes?[place].later.append((name, store.experience))
    }
}
