import Domain
import Primitives
import Store

/// Shares received from others that have not been announced yet. They are counted, so that the first sync of
/// a large collection is not announced one by one.
struct ReceivedShares {
    /// In the order in which the first of each came.
    var things: [ReceivedThings] = []
    /// When they are announced; nil if there are none.
    var dueAt: Instant?
    /// When the first of them came.
    var beganAt = Instant(nanoseconds: 0)
}

extension Engine {
    /// Counts what became visible in this step, and announces the counts once nothing more comes.
    func tellReceived(_ more: [ReceivedThings], at now: Instant) throws(StorageError) {
        if !more.isEmpty {
            if received.things.isEmpty { received.beganAt = now }
            received.things.add(more)
            received.dueAt = min(
                now + SyncLimits.receivedPause, received.beganAt + SyncLimits.receivedPatience)
        }
        let isFull = received.things.count > SyncLimits.receivedMax
        guard let dueAt = received.dueAt, now >= dueAt || isFull else { return }
        for things in received.things {
            effects.append(.announce(try store.notice(of: things)))
        }
        received = ReceivedShares()
    }
}
