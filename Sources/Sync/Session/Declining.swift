import CRDT
import Domain
import Primitives
import Store
import Wire

// Shares that are full: what an author's share of an audience has no room for is dropped as it comes, and
// the peer is told once to send no more of that chain over this link. What is held of it is told as it is.
extension Session {
    /// A run came of a chain whose author's share is full.
    func decline(_ chain: ChainID, _ index: Int, at now: Instant) throws(SessionError) {
        let count = exchanges[index].declined.count
        // What was on its way when the peer was told, or one of too many.
        guard !exchanges[index].declined.contains(chain), count < Message.declinedMax else {
            return
        }
        exchanges[index].declined.insert(chain)
        send(.declined(audience: exchanges[index].place, [chain]))
        try bound(index)
        try noteProgress(index, at: now)
    }

    /// The peer takes nothing more in of these chains; of all again, if there are none.
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

    /// Shares have another size: asks for what was declined.
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
    /// Tells which shares are full and which are so no longer, and asks for what was declined once shares
    /// have another size.
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
