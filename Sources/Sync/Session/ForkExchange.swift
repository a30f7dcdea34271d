import CRDT
import Domain
import Primitives
import Store
import Wire

// Forks: proofs spread before anything else of an audience. Where two nodes hold different branches of a
// chain, they find out where these part.
extension Session {
    /// Sends proofs that the peer lacks, as far as the credit allows.
    ///
    /// - Returns: false if some are left.
    @discardableResult
    func sendForks(_ index: Int) throws(SessionError) -> Bool {
        let exchange = exchanges[index]
        guard exchange.areForksDue, exchange.isServed, !exchange.isSpare,
            let audience = exchange.audience
        else { return true }
        let forks = try stored { () throws(StorageError) in try store.forks(of: audience) }
        for fork in forks where !exchanges[index].forksTold.contains(fork) {
            guard credit > 0 else { return false }
            let proof = try stored { () throws(StorageError) in try store.proof(of: fork.chain) }
            guard let proof else { continue }
            let message = Message.fork(audience: exchange.place, proof)
            credit -= message.bytes.count
            send(message)
            exchanges[index].forksTold.append(fork)
        }
        exchanges[index].areForksDue = false
        return true
    }

    /// Processes a received proof.
    func takeFork(
        _ proof: ForkProof, at place: UInt8, wall: WallTime
    ) throws(SessionError) {
        let index = try exchange(at: place)
        try receivedBytes(Message.fork(audience: place, proof).bytes.count)
        guard !exchanges[index].isSpare else { return }
        let audience = exchanges[index].audience
        let reception = try stored { () throws(StorageError) in
            try store.receive(proof, in: audience, wall: wall)
        }
        switch reception {
        case .refused(let reason): throw .peer(reason)
        case .early, .unaware: exchanges[index].isBehind = true
        case .known, .parted, .advanced, .doubtful, .full:
            if !exchanges[index].forksTold.contains(proof.fork) {
                exchanges[index].forksTold.append(proof.fork)
            }
        }
        if reception == .parted { exchanges[index].searches = 0 }
    }

    /// Handles a proof that may have come over another link.
    func learnForks(of audience: Int64) throws(SessionError) {
        for index in exchanges.indices where exchanges[index].audience == audience {
            try bound(index)
            exchanges[index].areForksDue = true
            try sendForks(index)
            exchanges[index].hasRecalled = false
            try recall(index)
        }
    }

    /// Bounds what is expected of the peer: nobody holds anything beyond a fork, and nothing is accepted of
    /// declined chains.
    func bound(_ index: Int) throws(SessionError) {
        if !exchanges[index].declined.isEmpty {
            let mine = try frontier(of: exchanges[index])
            let bounds = exchanges[index].declined.sorted().map {
                Frontier.Entry(chain: $0, length: mine.length(of: $0))
            }
            exchanges[index].theirs = exchanges[index].theirs.bounded(by: bounds)
        }
        guard let audience = exchanges[index].audience else { return }
        let forks = try stored { () throws(StorageError) in try store.forks(of: audience) }
        guard !forks.isEmpty else { return }
        exchanges[index].theirs = exchanges[index].theirs.bounded(by: forks)
        exchanges[index].told = exchanges[index].told.bounded(by: forks)
        exchanges[index].doubts.removeAll { doubt in forks.contains { $0.chain == doubt.chain } }
    }

    // MARK: Searching

    /// Handles a run that is signed, if at all, on another branch than the one held here.
    func doubt(_ chain: ChainID, _ index: Int, at now: Instant) throws(SessionError) {
        // More runs of that branch are on their way.
        guard let audience = exchanges[index].audience,
            !exchanges[index].doubts.contains(where: { $0.chain == chain })
        else { return }
        exchanges[index].doubts.append((chain, now + SyncLimits.doubtPatience))
        guard exchanges[index].doubts.count <= SyncLimits.doubtsMax else { throw .peer(.tooMuch) }
        let heads = try stored { () throws(StorageError) in
            try store.heads(of: chain, in: audience)
        }
        send(heads, of: index)
    }

    /// Sends the last deltas of all chains, as both sides hold equally many deltas of each, and yet not the
    /// same.
    func sendTips(_ index: Int) throws(SessionError) {
        guard let audience = exchanges[index].audience, exchanges[index].isServed else { return }
        let tips = try stored { () throws(StorageError) in try store.tips(of: audience) }
        for start in stride(from: 0, to: tips.count, by: Message.headsMax) {
            let end = min(start + Message.headsMax, tips.count)
            send(Array(tips[start..<end]), of: index)
        }
    }

    /// Compares the deltas that the peer holds at some places. Where they differ, either the place where the
    /// branches part is known, and this branch is sent; or the places in between are.
    func takeHeads(_ heads: Message.Heads) throws(SessionError) {
        let index = try exchange(at: heads.audience)
        let exchange = exchanges[index]
        guard let audience = exchange.audience, !exchange.isSpare else { return }
        exchanges[index].searches += 1
        guard exchanges[index].searches <= SyncLimits.searchesMax else { throw .peer(.tooMuch) }
        var answer: [Message.Head] = []
        var rest = heads.entries[...]
        while let chain = rest.first?.chain {
            let part = rest.prefix { $0.chain == chain }
            rest = rest.dropFirst(part.count)
            let comparison = try stored { () throws(StorageError) in
                try store.compare(part, in: audience)
            }
            switch comparison {
            case .alike: continue
            case .between(let places):
                // What does not fit is found at the next heartbeat.
                if answer.count + places.count <= Message.headsMax { answer += places }
            case .parted(let sequence):
                guard exchange.isServed, credit > 0,
                    let (deltas, _) = try next(chain, from: sequence)
                else { continue }
                sendRun(exchange.place, chain, from: sequence, deltas)
                credit -= deltas.count
            }
        }
        send(answer, of: index)
    }

    private func send(_ heads: [Message.Head], of index: Int) {
        guard !heads.isEmpty else { return }
        send(.heads(Message.Heads(audience: exchanges[index].place, entries: heads)))
    }

    /// Ends the link to a peer that sent something that fits no branch of a chain, and did not show where it
    /// would part: it is forged.
    func endDoubts(at now: Instant) throws(SessionError) {
        for index in exchanges.indices {
            guard exchanges[index].doubts.contains(where: { now >= $0.until }) else { continue }
            throw .peer(.badSignature)
        }
    }
}
