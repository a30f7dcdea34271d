import Domain
import Primitives
import Store

// What is over is declared dead a moment after it ended, and what is dead is dropped; both in slices,
// so that nothing else waits.
extension Engine {
    /// A slice of each that is due.
    func forget(at now: Instant, wall: WallTime) throws(StorageError) {
        if let at = endingsAt {
            if now >= at { endingsAt = try store.endSome(at: wall) ? now : nil }
        } else if store.areEndingsDue {
            endingsAt = now + SyncLimits.endingsPause
        }
        if let at = eraseAt {
            if now >= at { eraseAt = try store.eraseSome() ? now : nil }
        } else if store.isErasingDue {
            eraseAt = now + SyncLimits.erasePause
        }
    }
}
