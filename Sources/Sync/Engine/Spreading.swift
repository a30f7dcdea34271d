import CRDT
import Primitives
import Store
import Wire

// Spreads new deltas: pushed at once along the branches of a tree, one for each audience, and offered over
// all other links (Plumtree; Leitão, Pereira, Rodrigues: Epidemic Broadcast Trees, 2007). A node that was
// offered deltas which nobody pushed requests them from one peer at a time, and they are pushed over that
// link from then on. A node that is pushed deltas it holds says so, and is only offered them from then on.
extension Engine {
    /// Sends what was written here or came from one peer to the others, and announces it.
    func spreadAndTell(at now: Instant) throws(StorageError) {
        let touched = try store.takeTouched()
        for audience in touched.audiences { try spread(audience) }
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in
                if try session.stream() { self.hasMore = true }
            }
        }
        try announce(touched.objects)
        for notice in store.takeRenamings() { effects.append(.announce(notice)) }
        try tellReceived(touched.received, at: now)
    }

    // Whether a link is a branch depends only on what was said over that link. Otherwise a peer that is in no
    // group with others could tell from when it is pushed to that their links began again.
    private func spread(_ audience: Int64) throws(StorageError) {
        let log = try store.log(of: audience)
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in
                try session.learnForks(of: audience)
            }
        }
        let sharing = sessions.filter { session in
            session.phase == .open && session.isAlive
                && session.exchanges.contains { $0.audience == audience && $0.isServed }
        }
        for session in sharing {
            try with(session.link) { (session) throws(SessionError) in
                try session.spread(log, of: audience)
            }
        }
    }

    /// Requests what was offered and has not come, from one peer at a time.
    func ask(at now: Instant) throws(StorageError) {
        for session in sessions where session.phase == .open {
            try with(session.link) { (session) throws(SessionError) in
                for index in session.exchanges.indices {
                    guard let askAt = session.exchanges[index].askAt, now >= askAt else { continue }
                    let missing = try session.missing(index)
                    let promise = self.promise(
                        of: missing, in: session.exchanges[index].audience, at: now)
                    try session.ask(index, for: missing, at: now, unless: promise)
                }
            }
        }
    }

    // Until when a peer that was asked for all of this has time to deliver it; nil if none was.
    private func promise(
        of missing: [Frontier.Entry], in audience: Int64?, at now: Instant
    ) -> Instant? {
        guard let audience, !missing.isEmpty else { return nil }
        for session in sessions where session.phase == .open && session.isAlive {
            for exchange in session.exchanges where exchange.audience == audience {
                guard let until = exchange.askedUntil, until > now,
                    missing.allSatisfy({ $0.length <= exchange.theirs.length(of: $0.chain) })
                else { continue }
                return until
            }
        }
        return nil
    }
}

extension Session {
    /// Makes the link a branch for this audience, in both directions.
    func beEager(_ index: Int) {
        exchanges[index].isEager = true
        exchanges[index].hasPruned = false
    }

    /// Handles growth of an audience. Acknowledges what the peer itself sent, and streams what it lacks if
    /// the link is a branch, otherwise only offers it.
    func spread(_ log: [Frontier.Entry], of audience: Int64) throws(SessionError) {
        guard let index = exchanges.firstIndex(where: { $0.audience == audience }) else { return }
        let isPushed = exchanges[index].isEager
        let told = exchanges[index].told
        let declined = exchanges[index].declinedThere
        let grown = log.filter { $0.length > told.length(of: $0.chain) }
            .filter { !declined.contains($0.chain) }
            .sorted { $0.chain < $1.chain }
        for entry in grown { exchanges[index].told.extend(entry.chain, to: entry.length) }
        let theirs = exchanges[index].theirs
        let known = grown.filter { $0.length <= theirs.length(of: $0.chain) }
        exchanges[index].isHeldBack = !isPushed && known.count < grown.count
        offer(isPushed ? known : grown, of: audience)
    }

    /// What the peer has said it holds of an exchange and this node lacks.
    func missing(_ index: Int) throws(SessionError) -> [Frontier.Entry] {
        let mine = try frontier(of: exchanges[index])
        return exchanges[index].theirs.entries.filter { $0.length > mine.length(of: $0.chain) }
    }

    /// Requests what was offered and is still missing, and makes the link a branch.
    ///
    /// - Parameter promise: Until then another peer may deliver it. The wait for promises is limited, so that
    ///   nobody can prolong it.
    func ask(
        _ index: Int, for missing: [Frontier.Entry], at now: Instant, unless promise: Instant?
    ) throws(SessionError) {
        let waitsUntil = exchanges[index].waitsUntil ?? now + SyncLimits.promisePatience
        exchanges[index].askAt = nil
        exchanges[index].waitsUntil = nil
        guard !missing.isEmpty else { return }
        if let promise, now < waitsUntil {
            exchanges[index].askAt = min(promise, waitsUntil)
            exchanges[index].waitsUntil = waitsUntil
            return
        }
        exchanges[index].askedUntil = now + SyncLimits.askedPatience
        beEager(index)
        try tell(index, isAsking: true)
    }

    /// Extends the deadlines after some of what is missing has come.
    func noteProgress(_ index: Int, at now: Instant) throws(SessionError) {
        guard exchanges[index].askAt != nil || exchanges[index].askedUntil != nil else { return }
        let isDone = try missing(index).isEmpty
        if exchanges[index].askAt != nil {
            exchanges[index].askAt = isDone ? nil : now + SyncLimits.offerPatience
            if isDone { exchanges[index].waitsUntil = nil }
        }
        if exchanges[index].askedUntil != nil {
            exchanges[index].askedUntil = isDone ? nil : now + SyncLimits.askedPatience
        }
    }

    /// Handles a push of deltas that are held: the link is no longer a branch, and the peer is told so, once.
    func prune(_ chain: ChainID, _ index: Int) throws(SessionError) {
        exchanges[index].isEager = false
        let length = try frontier(of: exchanges[index]).length(of: chain)
        guard exchanges[index].isServed, !exchanges[index].hasPruned, length > 0 else { return }
        exchanges[index].hasPruned = true
        send(
            .frontier(
                Message.FrontierPart(
                    audience: exchanges[index].place, isWhole: false, isLast: true,
                    isAsking: false, isPruning: true,
                    entries: [Frontier.Entry(chain: chain, length: length)])))
    }
}
