import CRDT
import Domain
import Primitives
import Store
import Wire

// Runs as they arrive, and what a session learns from them.
extension Session {
    func takeRun(
        _ run: Message.Run, isBranch: Bool = false, at now: Instant, wall: WallTime
    ) throws(SessionError) {
        guard arriving == nil else { throw .peer(.unexpected) }
        _ = try exchange(at: run.audience)
        arriving = ArrivingRun(
            audience: run.audience, chain: run.chain, sequence: run.sequence, isBranch: isBranch,
            deltas: [])
        try takeMore(run.deltas, isLast: run.isLast, at: now, wall: wall)
    }

    func takeMore(
        _ deltas: [UInt8], isLast: Bool, at now: Instant, wall: WallTime
    ) throws(SessionError) {
        // Appended in place: copying it with each part would take quadratic time.
        guard let count = arriving?.deltas.count else { throw .peer(.unexpected) }
        // Empty parts would cost the sender next to nothing.
        guard isLast || !deltas.isEmpty else { throw .peer(.unexpected) }
        guard count + deltas.count <= Message.runBytesMax else { throw .peer(.tooMuch) }
        arriving?.deltas += deltas
        try receivedBytes(deltas.count)
        guard isLast, let run = arriving else { return }
        arriving = nil
        try take(run, at: now, wall: wall)
    }

    /// Charges received bytes to the peer's credit, and returns credit from time to time.
    func receivedBytes(_ count: Int) throws(SessionError) {
        theirCredit -= count
        unreturned += count
        guard theirCredit >= -Message.runBytesMax else { throw .peer(.tooMuch) }
        if unreturned >= limits.creditStepBytes {
            send(.credit(UInt32(unreturned)))
            theirCredit += unreturned
            unreturned = 0
        }
    }

    private func take(
        _ run: ArrivingRun, at now: Instant, wall: WallTime
    ) throws(SessionError) {
        let index = try exchange(at: run.audience)
        guard !run.isBranch else { return try takeBranch(run, index) }
        let exchange = exchanges[index]
        guard !exchange.unjudged.contains(run.chain) else {
            exchanges[index].isBehind = true
            return
        }
        try claimAgain()
        let reception = try stored { () throws(StorageError) in
            try store.receive(
                run.deltas, of: run.chain, at: run.sequence, in: exchange.audience, wall: wall)
        }
        switch reception {
        case .refused(let reason): throw .peer(reason)
        case .early: exchanges[index].isBehind = true
        case .unaware: try explain(run.chain, index)
        case .known:
            exchanges[index].isInVain = !exchange.isServed
            try prune(run.chain, index)
        case .doubtful: try doubt(run.chain, index, at: now)
        case .full: try decline(run.chain, index, at: now)
        case .parted: exchanges[index].searches = 0
        case .advanced(let count):
            deltasReceived += count
            exchanges[index].doubts.removeAll { $0.chain == run.chain }
            if exchange.audience == nil { try learnAudience(index) }
            beEager(index)
            try noteProgress(index, at: now)
            if exchanges[index].isBehind {
                exchanges[index].isBehind = false
                try tell(index, isAsking: true)
            }
            let held = try frontier(of: exchanges[index]).length(of: run.chain)
            exchanges[index].theirs.extend(run.chain, to: held)
        }
    }

    /// Requests what came too early.
    func askAgain() throws(SessionError) {
        for index in exchanges.indices where exchanges[index].isBehind {
            guard try isTakenIn(exchanges[index]) else { continue }
            exchanges[index].isBehind = false
            try tell(index, isAsking: true)
        }
    }

    /// Requests, once, deltas that the disk has damaged, as if they and all behind them were not held.
    func askForDamaged() throws(SessionError) {
        for index in exchanges.indices where exchanges[index].isKnown && !exchanges[index].isSpare {
            guard let audience = exchanges[index].audience, try isTakenIn(exchanges[index]) else {
                continue
            }
            let damaged = try stored { () throws(StorageError) in try store.damaged(in: audience) }
                .filter { !exchanges[index].damageAsked.contains($0.row) }
            guard !damaged.isEmpty else { continue }
            exchanges[index].damageAsked.formUnion(damaged.map(\.row))
            try tell(index, isAsking: true, upTo: damaged.map(\.before))
        }
    }

    /// Checks whether the rotation has come, so that the audience has a row and the peer may be a member.
    func learnAudience(_ index: Int) throws(SessionError) {
        let audience = try stored { () throws(StorageError) in
            try store.audience(ofEpoch: exchanges[index].keyName)
        }
        try settle(index, on: audience)
        try noteFriendship()
    }

    /// Recognises by its chains an audience whose latest key is unknown here: that of a group that was left
    /// or of a former friend, whose rotation is no longer accepted; or one where the peer's key is of a
    /// rotation beyond a fork that is proven here and not there.
    func recognize(_ entries: [Frontier.Entry], _ index: Int) throws(SessionError) {
        guard let certificate else { return }
        let audience = try stored { () throws(StorageError) -> Int64? in
            if let past = try store.past(among: entries) { return past }
            return try store.parted(among: entries, for: certificate)
        }
        guard let audience else { return }
        try settle(index, on: audience)
        try noteFriendship()
    }

    // Sets the audience of an exchange, and whether the peer is served it.
    private func settle(_ index: Int, on audience: Int64?) throws(SessionError) {
        guard let certificate else { return }
        exchanges[index].audience = audience
        exchanges[index].isServed = try stored { () throws(StorageError) in
            try store.shared(with: certificate).contains { $0.audience == audience }
        }
        spareExchanges()
        blobs.isFree = true
    }

    /// Marks all exchanges about one audience as spare, except the one with the lowest place.
    func spareExchanges() {
        var known: [Int64] = []
        for index in exchanges.indices {
            guard let audience = exchanges[index].audience else { continue }
            exchanges[index].isSpare = known.contains(audience)
            known.append(audience)
        }
    }
}
