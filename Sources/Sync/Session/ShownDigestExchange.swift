import CRDT
import Domain
import Primitives
import Store
import Wire

// Checks that two nodes that hold the same also show the same: from time to time both state, for each
// audience in agreement, a digest of what they show of it.
extension Session {
    /// Rows of the audiences in agreement whose shown digest is not known here.
    func audiencesToLookAt() throws(StorageError) -> [Int64] {
        guard phase == .open, isFamiliar else { return [] }
        var found: [Int64] = []
        for index in exchanges.indices {
            guard let audience = try agreed(index), try store.shownDigest(of: audience) == nil,
                try store.canTellShown(of: audience)
            else { continue }
            found.append(audience)
        }
        return found
    }

    /// Sends the digests of what is shown here that the peer does not know.
    func tellShown() throws(SessionError) {
        guard phase == .open, isFamiliar, let device = peer?.device else { return }
        var entries: [Message.Shown] = []
        for index in exchanges.indices {
            guard
                let audience = try stored({ () throws(StorageError) in try agreed(index) }),
                let known = try stored({ () throws(StorageError) in
                    try store.shownDigest(of: audience)
                })
            else { continue }
            try compareShown(index)
            var talk = store.shownTalk(with: device, of: audience)
            guard talk.told != known else { continue }
            talk.told = known
            store.note(talk, with: device, of: audience)
            let place = exchanges[index].place
            entries.append(Message.Shown(audience: place, log: known.log, shown: known.shown))
        }
        guard !entries.isEmpty else { return }
        send(.shown(entries.sorted { $0.audience < $1.audience }))
    }

    /// Processes the peer's digests of what it shows.
    func takeShown(_ entries: [Message.Shown]) throws(SessionError) {
        for entry in entries {
            let index = try exchange(named: entry.audience)
            guard let device = peer?.device, let audience = exchanges[index].audience else {
                continue
            }
            var talk = store.shownTalk(with: device, of: audience)
            talk.heard = ShownDigest(log: entry.log, shown: entry.shown)
            store.note(talk, with: device, of: audience)
            try compareShown(index)
        }
    }

    private func compareShown(_ index: Int) throws(SessionError) {
        guard let device = peer?.device, let audience = exchanges[index].audience,
            let heard = store.shownTalk(with: device, of: audience).heard,
            let known = try stored({ () throws(StorageError) in
                try store.shownDigest(of: audience)
            }), known.log == heard.log
        else { return }
        exchanges[index].showsOtherwise = known != heard
    }

    // The row of the audience if both hold the same of it.
    private func agreed(_ index: Int) throws(StorageError) -> Int64? {
        let exchange = exchanges[index]
        guard exchange.isServed, exchange.isKnown, !exchange.isSpare,
            let audience = exchange.audience,
            try store.frontier(of: audience) == exchange.theirs
        else { return nil }
        return audience
    }
}

extension Engine {
    /// Computes missing digests of what audiences show, once they have been in agreement for a while, and
    /// sends them. A little at a time, in steps of its own.
    func lookAtShown(after inbox: [Event], at now: Instant) throws(StorageError) {
        guard sessions.contains(where: { $0.phase == .open && $0.isAlive }) else {
            shownAt = nil
            store.dropShownPass()
            return
        }
        guard let dueAt = shownAt else {
            shownAt = now + SyncLimits.shownPause
            return
        }
        guard now >= max(dueAt, restsUntil), !hasMore, inbox.allSatisfy({ $0 == .woken }) else {
            return
        }
        var audiences: [Int64] = []
        for session in sessions where session.isAlive {
            for audience in try session.audiencesToLookAt() where !audiences.contains(audience) {
                audiences.append(audience)
            }
        }
        guard !audiences.isEmpty, !store.isUnsettled else {
            shownAt = now + SyncLimits.shownPause
            store.dropShownPass()
            return try tellShown()
        }
        guard try store.lookAtShown(of: audiences) == false else {
            shownAt = now
            return
        }
        shownAt = now + SyncLimits.shownPatience
        try tellShown()
    }

    private func tellShown() throws(StorageError) {
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in try session.tellShown() }
        }
    }

    /// Whether the peer holds the same of some audience and shows something different.
    func showsOtherwise(_ session: Session) -> Bool {
        session.exchanges.contains { $0.showsOtherwise && !$0.isSpare }
    }

    /// Warns once when a peer shows something different, and clears the warning once it does not any more.
    func tellDifference(of session: Session) throws(StorageError) {
        guard let person = session.certificate?.person else { return }
        let isDifferent = showsOtherwise(session)
        guard isDifferent != session.wasDifferent else { return }
        session.wasDifferent = isDifferent
        let words = Status.difference(with: try author(person).name)
        effects.append(.announce(isDifferent ? .warning(words) : .warningCleared(words)))
    }
}
