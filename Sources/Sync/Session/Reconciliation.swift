import CRDT
import Domain
import Primitives
import Store
import Wire

// Finds what each side lacks of an audience. Equal digests: nothing is sent. Otherwise frontiers are
// exchanged, and what is missing streams at once, chain by chain.
extension Session {
    /// Sends one digest for each audience, in the order of places; also the heartbeat.
    func sendDigests() throws(SessionError) {
        var digests: [Message.AudienceDigest] = []
        for exchange in exchanges where !exchange.isSpare {
            digests.append(
                Message.AudienceDigest(
                    audience: exchange.place, digest: try digest(of: exchange)))
        }
        send(.digests(digests))
    }

    // Nothing is held of an audience that is known by its key alone.
    private func digest(of exchange: Exchange) throws(SessionError) -> Bytes16 {
        guard let audience = exchange.audience else {
            return Message.AudienceDigest.digest(of: [], forks: [])
        }
        return try stored { () throws(StorageError) in try store.digest(of: audience) }
    }

    /// The frontier of what is held here.
    func frontier(of exchange: Exchange) throws(SessionError) -> Frontier {
        guard let audience = exchange.audience else { return Frontier() }
        return try stored { () throws(StorageError) in try store.frontier(of: audience) }
    }

    /// Sends our frontier where digests differ. A person who has ended a friendship accepts nothing more of
    /// it and has nothing to say to a common friend, so the same frontier is not sent at every heartbeat.
    func compare(_ heard: [Message.AudienceDigest]) throws(SessionError) {
        for entry in heard {
            guard let index = exchanges.firstIndex(where: { $0.place == entry.audience }),
                !exchanges[index].isSpare
            else { continue }
            // Its rotation may have come over another link.
            if exchanges[index].audience == nil { try learnAudience(index) }
            // Or something that identifies the chains that the peer has sent and does not send again.
            if exchanges[index].audience == nil {
                try recognize(exchanges[index].theirs.entries, index)
            }
            guard !exchanges[index].isSpare else { continue }
            try recall(index)
            let digests = Exchange.Digests(
                mine: try digest(of: exchanges[index]), theirs: entry.digest)
            if digests.mine == digests.theirs {
                let mine = try frontier(of: exchanges[index])
                exchanges[index].theirs = mine
                exchanges[index].told = mine
                exchanges[index].isKnown = true
                try acknowledge(mine.entries, index)
                exchanges[index].isDifferent = false
            } else {
                exchanges[index].isDifferent = true
                exchanges[index].areForksDue = true
                try sendForks(index)
                guard !isIdle(exchanges[index]), exchanges[index].unanswered != digests,
                    try isTakenIn(exchanges[index])
                else { continue }
                try tell(index)
                exchanges[index].unanswered = digests
            }
        }
    }

    // Whether sending our frontier again is pointless. What belongs to no known audience was requested once;
    // a rotation that counts for nobody would be requested at every heartbeat. What came and could not be
    // judged is requested again once something has come that may explain it. So is what does not count here
    // if the peer may not be told of the fork that it lies beyond.
    private func isIdle(_ exchange: Exchange) -> Bool {
        guard exchange.isTold else { return false }
        return exchange.isBehind || exchange.isInVain && !exchange.isServed
            ? exchange.toldAt == store.experience : exchange.audience == nil
    }

    /// Whether this device still accepts anything of the audience; not after leaving a group or ending a
    /// friendship.
    func isTakenIn(_ exchange: Exchange) throws(SessionError) -> Bool {
        guard let audience = exchange.audience else { return true }
        return try stored { () throws(StorageError) in try store.takesIn(audience) }
    }

    /// Sends the whole frontier of an exchange.
    ///
    /// - Parameter ends: Upper bounds for chains of which more is held than is to be told.
    func tell(
        _ index: Int, isAsking: Bool = false, upTo ends: [Frontier.Entry] = []
    ) throws(SessionError) {
        let exchange = exchanges[index]
        let mine = try frontier(of: exchange)
        let entries =
            ends.isEmpty
            ? mine.entries
            : mine.entries.compactMap { entry in
                let lengths = ends.filter { $0.chain == entry.chain }.map(\.length)
                let length = min(entry.length, lengths.min() ?? entry.length)
                return length > 0 ? Frontier.Entry(chain: entry.chain, length: length) : nil
            }
        exchanges[index].isTold = true
        exchanges[index].toldAt = store.experience
        exchanges[index].unjudged = []
        exchanges[index].isInVain = false
        exchanges[index].told = mine
        var start = 0
        repeat {
            let end = min(start + Message.frontierEntriesMax, entries.count)
            send(
                .frontier(
                    Message.FrontierPart(
                        audience: exchange.place, isWhole: start == 0,
                        isLast: end == entries.count, isAsking: isAsking,
                        entries: Array(entries[start..<end]))))
            start = end
        } while start < entries.count
    }

    func takeFrontier(_ part: Message.FrontierPart, at now: Instant) throws(SessionError) {
        let index = try exchange(named: part.audience)
        guard !exchanges[index].isSpare else { return }
        if exchanges[index].audience == nil { try recognize(part.entries, index) }
        guard !exchanges[index].isSpare else { return }
        if part.isAsking { beEager(index) }
        if part.isPruning { exchanges[index].isEager = false }
        if part.isWhole || exchanges[index].arriving != nil {
            try takeWhole(part, index)
        } else {
            exchanges[index].unanswered = nil
            for entry in part.entries {
                exchanges[index].theirs.extend(entry.chain, to: entry.length)
            }
            try bound(index)
            guard exchanges[index].theirs.entries.count <= Self.chainsMax else {
                throw .peer(.tooMuch)
            }
            let mine = try frontier(of: exchanges[index])
            if !mine.covers(exchanges[index].theirs), exchanges[index].askAt == nil {
                exchanges[index].askAt = now + SyncLimits.offerPatience
            }
        }
        try acknowledge(part.entries, index)
    }

    private func takeWhole(_ part: Message.FrontierPart, _ index: Int) throws(SessionError) {
        guard part.isLast || !part.entries.isEmpty else { throw .peer(.unexpected) }
        if part.isWhole { exchanges[index].arriving = [] }
        // Appended in place: copying it with each part would take quadratic time.
        exchanges[index].arriving? += part.entries
        let entries = exchanges[index].arriving ?? []
        guard entries.count <= Self.chainsMax else { throw .peer(.tooMuch) }
        guard part.isLast else { return }
        exchanges[index].arriving = nil
        noteRepetition(entries, isAsking: part.isAsking, index)
        exchanges[index].theirs = Frontier(entries)
        exchanges[index].isKnown = true
        exchanges[index].checkpointsTold = []
        try bound(index)
        if part.isAsking {
            exchanges[index].isHeldBack = false
            exchanges[index].forksTold = []
            exchanges[index].areForksDue = true
        }
        let mine = try frontier(of: exchanges[index])
        if mine != exchanges[index].theirs {
            if !exchanges[index].isTold, try isTakenIn(exchanges[index]) { try tell(index) }
        } else if exchanges[index].isDifferent {
            exchanges[index].isDifferent = false
            // If chains were declined, the two hold different amounts of them, and no branches part.
            if exchanges[index].declined.isEmpty { try sendTips(index) }
        }
    }

    func acknowledge(
        _ entries: [Frontier.Entry], _ index: Int
    ) throws(SessionError) {
        guard let certificate, isFamiliar, let audience = exchanges[index].audience else { return }
        try stored { () throws(StorageError) in
            try store.acknowledge(certificate, entries, in: audience)
        }
    }

    // MARK: Sending

    /// Streams what the peer lacks, then pieces of segments and of files, as far as credit and the budget of
    /// this step allow.
    ///
    /// - Returns: Whether more could be sent at once.
    func stream() throws(SessionError) -> Bool {
        guard phase == .open else { return false }
        var budget = limits.stepBytes
        let hasMoreRuns = try streamRuns(&budget)
        let hasMorePieces = try streamPieces(&budget)
        let hasMoreLeaves = try streamLeaves(&budget)
        return hasMoreRuns || hasMorePieces || hasMoreLeaves
    }

    private func streamRuns(_ budget: inout Int) throws(SessionError) -> Bool {
        for index in exchanges.indices {
            guard try sendForks(index) else { return false }
            guard exchanges[index].isServed, exchanges[index].isKnown,
                !exchanges[index].isHeldBack, !exchanges[index].isSpare,
                let own = exchanges[index].audience,
                try frontier(of: exchanges[index]) != exchanges[index].theirs
            else { continue }
            let log = try stored { () throws(StorageError) in try store.log(of: own) }
            for entry in log where !exchanges[index].declinedThere.contains(entry.chain) {
                var sent = exchanges[index].theirs.length(of: entry.chain)
                while sent < entry.length {
                    guard credit > 0 else { return false }
                    guard budget > 0 else { return true }
                    let part = try nextPart(entry.chain, from: sent, index)
                    guard let (bytes, end) = try sendPart(part, entry.chain, from: sent, index)
                    else { break }
                    credit -= bytes
                    budget -= bytes
                    sent = end
                    exchanges[index].theirs.extend(entry.chain, to: end)
                }
            }
        }
        return false
    }

    func next(
        _ chain: ChainID, from sequence: UInt64
    ) throws(SessionError) -> (deltas: [UInt8], end: UInt64)? {
        try stored { () throws(StorageError) in
            try store.run(
                of: chain, from: sequence, bytesWanted: limits.runBytesWanted)
        }
    }

    func sendRun(
        _ place: UInt8, _ chain: ChainID, from sequence: UInt64, _ deltas: [UInt8],
        isBranch: Bool = false
    ) {
        let messages = Message.messages(
            ofRun: deltas, of: chain, at: sequence, in: place, isBranch: isBranch)
        for message in messages { send(message) }
    }

    /// Tells the peer which chains of an audience have grown here: an acknowledgement to the peer that sent
    /// them, an offer to all others.
    func offer(_ grown: [Frontier.Entry], of audience: Int64) {
        guard phase == .open,
            let index = exchanges.firstIndex(where: { $0.audience == audience }),
            exchanges[index].isServed, !grown.isEmpty
        else { return }
        send(
            .frontier(
                Message.FrontierPart(
                    audience: exchanges[index].place, isWhole: false, isLast: true,
                    isAsking: false, entries: grown)))
    }

    /// Acknowledges everything received from the peer that is held here and not acknowledged yet.
    func acknowledgeAll() throws(SessionError) {
        for exchange in exchanges where !exchange.isSpare {
            let entries = try frontier(of: exchange).entries.filter {
                $0.length > exchange.told.length(of: $0.chain)
                    && $0.length <= exchange.theirs.length(of: $0.chain)
            }
            guard !entries.isEmpty else { continue }
            send(
                .frontier(
                    Message.FrontierPart(
                        audience: exchange.place, isWhole: false, isLast: true, isAsking: false,
                        entries: entries)))
        }
    }

    /// The most chains of one audience that a peer may list; 24 bytes each.
    private static let chainsMax = 100_000
}
