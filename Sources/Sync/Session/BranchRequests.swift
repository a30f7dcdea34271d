import CRDT
import Primitives
import Store
import Wire

// Recovers own deltas that were lost with a disk and had reached the peer before: the device asks for them
// once on each link, and the peer returns them to that device alone.
extension Session {
    /// Requests the other branches of own chains in one audience that are proven to fork.
    func recall(_ index: Int) throws(SessionError) {
        let exchange = exchanges[index]
        guard !exchange.hasRecalled, !exchange.isSpare, let audience = exchange.audience else {
            return
        }
        exchanges[index].hasRecalled = true
        let places = try stored { () throws(StorageError) in try store.recalls(in: audience) }
        for place in places { send(.recall(audience: exchange.place, place)) }
        exchanges[index].isRecalling = !places.isEmpty
    }

    /// Returns deltas that the peer itself once wrote.
    func takeRecall(_ place: Frontier.Entry, at audience: UInt8) throws(SessionError) {
        let index = try exchange(at: audience)
        let exchange = exchanges[index]
        // What exceeds the credit is requested again on the next link.
        guard exchange.isServed, !exchange.isSpare, credit > 0, let certificate,
            let number = exchange.audience
        else { return }
        let deltas = try stored { () throws(StorageError) in
            try store.otherBranch(
                of: place.chain, in: number, for: certificate.peer, from: place.length,
                bytesWanted: limits.runBytesWanted)
        }
        guard let deltas else { return }
        credit -= deltas.count
        sendRun(exchange.place, place.chain, from: place.length, deltas, isBranch: true)
    }

    /// Processes a part of another branch, or the message that there is no more.
    func takeBranch(_ run: ArrivingRun, _ index: Int) throws(SessionError) {
        guard exchanges[index].isRecalling, let audience = exchanges[index].audience else {
            throw .peer(.unexpected)
        }
        let before = try held(of: run.chain, in: audience)
        let reception = try stored { () throws(StorageError) in
            try store.receive(otherBranch: run.deltas, of: run.chain, in: audience)
        }
        switch reception {
        case .refused(let reason): throw .peer(reason)
        case .advanced:
            // A peer that repeats what is here is asked no further.
            guard let place = try held(of: run.chain, in: audience), place != before else {
                return
            }
            send(.recall(audience: exchanges[index].place, place))
        case .known, .early, .unaware, .parted, .doubtful, .full: return
        }
    }

    private func held(
        of chain: ChainID, in audience: Int64
    ) throws(SessionError) -> Frontier.Entry? {
        try stored { () throws(StorageError) in
            try store.recalls(in: audience).first { $0.chain == chain }
        }
    }
}
