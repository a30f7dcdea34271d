import CRDT
import Domain
import Primitives
import Store

/// Requests that wait until other devices hold what was written here.
struct Arrivals {
    struct Wait {
        let id: RequestID
        /// Devices that should have it and are not known to.
        var missing: [AwaitedDevice]
        var replication: Replication
        /// The number of devices that is enough.
        let peers: Int
        let until: Instant

        var isOver: Bool { replication.have >= min(peers, replication.due) }
    }

    /// In order of arrival.
    var waits: [Wait] = []
    /// The store's count of acknowledgements at the last check.
    var seen: UInt64 = 0

    /// When the first of them stops waiting; nil if none waits.
    var deadline: Instant? { waits.map(\.until).min() }
}

extension Engine {
    /// Lets a request wait until `peers` devices hold what was written since `before`.
    ///
    /// - Returns: The answer, if there is nothing to wait for; nil if it comes later.
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

    /// Answers the requests whose wait is over.
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
