import CRDT
import Domain
import Primitives
import Store

/// Who waits until what was written here is with others.
struct Arrivals {
    struct Wait {
        let id: RequestID
        /// Who should have it, and is not known to.
        var missing: [AwaitedDevice]
        var replication: Replication
        /// So many are enough.
        let peers: Int
        let until: Instant

        var isOver: Bool { replication.have >= min(peers, replication.due) }
    }

    /// First come first.
    var waits: [Wait] = []
    /// The store's count of acknowledgements when it was looked last.
    var seen: UInt64 = 0

    /// When the first of them waits no longer; nil if nobody waits.
    var deadline: Instant? { waits.map(\.until).min() }
}

extension Engine {
    /// Lets a request wait until what was written since then is with so many.
    ///
    /// - Returns: the answer, if there is nothing to wait for; nil if it comes later.
    func awaitArrival(
        since before: [Frontier.Entry], peers: Int, seconds: Int, _ id: RequestID, at now: Instant
    ) throws(StorageError) -> Answer? {
        let awaited = try store.awaitedDevices(since: before)
        var wait = Arrivals.Wait(
            id: id, missing: awaited, replication: Replication(have: 0, due: awaited.count),
            peers: peers, until: now + .seconds(seconds))
        try look(&wait)
        let isFull = arrivals.waits.count >= SyncLimits.arrivalsMax
        guard !wait.isOver, seconds > 0, !isFull else { return .replication(wait.replication) }
        arrivals.waits.append(wait)
        return nil
    }

    /// Answers whoever has waited long enough.
    func tellArrivals(at now: Instant) throws(StorageError) {
        guard !arrivals.waits.isEmpty else { return }
        if store.acknowledgements != arrivals.seen {
            arrivals.seen = store.acknowledgements
            for index in arrivals.waits.indices { try look(&arrivals.waits[index]) }
        }
        for wait in arrivals.waits where wait.isOver || now >= wait.until {
            effects.append(.answer(wait.id, .replication(wait.replication)))
        }
        arrivals.waits.removeAll { $0.isOver || now >= $0.until }
    }

    private func look(_ wait: inout Arrivals.Wait) throws(StorageError) {
        var missing: [AwaitedDevice] = []
        for device in wait.missing where !(try store.isHeld(by: device)) { missing.append(device) }
        wait.missing = missing
        let due = wait.replication.due
        wait.replication = Replication(have: due - missing.count, due: due)
    }
}
