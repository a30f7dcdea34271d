import Domain
import Primitives
import Store

/// What others share that nobody has been told of yet: counted, so that the first sync of a large
/// collection is not told link by link.
struct ReceivedShares {
    /// In the order in which the first of each came.
    var things: [ReceivedThings] = []
    /// When it is told; nil if there is nothing.
    var dueAt: Instant?
    /// When the first of it came.
    var beganAt = Instant(nanoseconds: 0)
}

extension Engine {
    /// Counts what has come in sight in this step, and tells what has come since the last time once that
    /// has come to an end.
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
