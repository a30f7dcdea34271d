import CRDT
import Primitives
import Store
import Wire

// How what is new goes around: pushed at once along the branches of a tree, one for each audience, and
// offered over all other links (Plumtree; Leitão, Pereira, Rodrigues: Epidemic Broadcast Trees, 2007).
// Who was offered what nobody pushed asks for it, of one at a time, and over that link it is pushed from
// then on; who is pushed what he holds says so, and is offered it from then on.
extension Engine {
    /// What was written here or came from one peer goes to the others, and onlookers are told.
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

    // Whether a link is a branch depends on what was said over that link alone: else who is in no group
    // with others could tell from when he is pushed to that their links began anew.
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

    /// Asks for what was offered and has not come, of one at a time.
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

    // Until when somebody has time to deliver all of this who was asked for it.
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
    /// Over this link it is pushed, by both.
    func beEager(_ index: Int) {
        exchanges[index].isEager = true
        exchanges[index].hasPruned = false
    }

    /// An audience has grown here. What the peer sent itself is acknowledged; what it lacks is
    /// streamed if it is pushed over this link, else only offered.
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

    /// What the peer holds of an exchange, as far as it has said, and this node does not.
    func missing(_ index: Int) throws(SessionError) -> [Frontier.Entry] {
        let mine = try frontier(of: exchanges[index])
        return exchanges[index].theirs.entries.filter { $0.length > mine.length(of: $0.chain) }
    }

    /// Asks for what was offered and is missing still; the link is a branch from now on.
    ///
    /// - Parameter promise: until then somebody else may deliver it; but nobody keeps others waiting for
    ///   long by promises.
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

    /// Something of what is missing has come: what was asked for goes on to come.
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

    /// What was pushed is held: the link is no branch any more, and the peer is told so, once.
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
