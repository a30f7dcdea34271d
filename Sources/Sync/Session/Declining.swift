import CRDT
import Domain
import Primitives
import Store
import Wire

// Full shares: deltas beyond the share of an audience that is reserved for an author are dropped on arrival,
// and the peer is told once to send no more of that chain over this link. Frontiers state what is held as
// ever.
extension Session {
    /// Declines a chain after a run came whose author's share is full.
    func decline(_ chain: ChainID, _ index: Int, at now: Instant) throws(SessionError) {
        let count = exchanges[index].declined.count
        // Either the run was on its way when the peer was told, or the limit of declined chains is reached.
        guard !exchanges[index].declined.contains(chain), count < Message.declinedMax else {
            return
        }
        exchanges[index].declined.insert(chain)
        send(.declined(audience: exchanges[index].place, [chain]))
        try bound(index)
        try noteProgress(index, at: now)
    }

    /// Records that the peer declines these chains. An empty list takes back all it has declined.
    func takeDeclined(_ chains: [ChainID], at place: UInt8) throws(SessionError) {
        let index = try exchange(at: place)
        guard !chains.isEmpty else {
            exchanges[index].declinedThere = []
            return
        }
        exchanges[index].declinedThere.formUnion(chains)
        guard exchanges[index].declinedThere.count <= Message.declinedMax else {
            throw .peer(.tooMuch)
        }
    }

    /// Requests what was declined, after the size of shares has changed.
    func askForDeclined() throws(SessionError) {
        guard phase == .open else { return }
        for index in exchanges.indices where !exchanges[index].declined.isEmpty {
            exchanges[index].declined = []
            send(.declined(audience: exchanges[index].place, []))
            try tell(index, isAsking: true)
        }
    }
}

extension Engine {
    /// Announces which shares have become full or free, and requests what was declined after the size of
    /// shares has changed.
    func tellShares() throws(StorageError) {
        for share in store.takeFreedShares() {
            effects.append(.announce(.warningCleared(share.words)))
        }
        for share in try store.takeFilledShares() {
            effects.append(.announce(.warning(share.words)))
        }
        guard store.takeAuthorQuotaChange() else { return }
        for session in sessions where session.isAlive {
            try with(session.link) { (session) throws(SessionError) in
                try session.askForDeclined()
            }
        }
    }
}
