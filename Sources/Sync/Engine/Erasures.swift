import Domain
import Primitives
import Store

// What is over is declared dead a moment after it ended, what was in the trash when its days are
// over, and what is dead is dropped; all in slices, so that nothing else waits.
extension Engine {
    /// A slice of each that is due.
    func forget(at now: Instant, wall: WallTime) throws(StorageError) {
        if let at = endingsAt {
            if now >= at { endingsAt = try store.endSome(at: wall) ? now : nil }
        } else if store.areEndingsDue {
            endingsAt = now + SyncLimits.endingsPause
        }
        try sweep(at: now, wall: wall)
        if let at = eraseAt {
            if now >= at { eraseAt = try store.eraseSome(at: wall) ? now : nil }
        } else if store.isErasingDue {
            eraseAt = now + SyncLimits.erasePause
        }
        try forgetKeys(at: now, wall: wall)
    }

    private func forgetKeys(at now: Instant, wall: WallTime) throws(StorageError) {
        if let at = keysAt, now >= at {
            let hasMore = try store.forgetSomeKeys(at: wall)
            keysAt = now + (hasMore ? .zero : SyncLimits.keysPause)
        }
        keysAt = store.hasKeysOfRequests ? keysAt ?? now + SyncLimits.erasePause : nil
    }

    /// Writes again what a disk that was put back in its place had lost, once it is clear that nobody
    /// else does.
    func writeRecalled(at now: Instant, wall: WallTime) throws(StorageError) {
        guard let due = try store.recallDue() else {
            recallAt = nil
            return
        }
        guard wall >= due else {
            let left = Duration.milliseconds(Int64(clamping: due.milliseconds - wall.milliseconds))
            recallAt = now + min(left, SyncLimits.trashPauseMax)
            return
        }
        recallAt = nil
        _ = try store.writeRecalled(at: wall)
    }

    private func sweep(at now: Instant, wall: WallTime) throws(StorageError) {
        if store.isTrashFilled {
            try store.noteTrash(at: wall)
            sweepAt = sweepAt ?? now + SyncLimits.trashPauseMax
        }
        if store.isSweepWanted, !isSweeping {
            let soon = now + SyncLimits.endingsPause
            sweepAt = min(sweepAt ?? soon, soon)
        }
        guard let at = sweepAt, now >= at else { return }
        if !isSweeping { store.beginTrash() }
        switch try store.sweepSome(at: wall) {
        case .more:
            isSweeping = true
            sweepAt = now
        case .done(let next):
            isSweeping = false
            sweepAt = next.map { now + Self.trashPause(until: $0, from: wall) }
        }
    }

    // A clock that is set, or a machine that sleeps, is noticed within a day.
    private static func trashPause(until due: WallTime, from wall: WallTime) -> Duration {
        guard due > wall else { return SyncLimits.trashPauseMin }
        let left = Duration.milliseconds(Int64(clamping: due.milliseconds - wall.milliseconds))
        return min(max(left, SyncLimits.trashPauseMin), SyncLimits.trashPauseMax)
    }
}
