import Domain
import Primitives
import Store

// Declares dead what is over: what was withdrawn, a moment after; what is in the trash, when its days are
// over. Erases what is dead. All in slices, so that nothing else waits.
extension Engine {
    /// Runs a slice of each task that is due.
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

    /// Rewrites deltas that an older disk image had lost, once it is clear that no other node does.
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

    // Checks at least once a day, so that a clock change or a machine's sleep is noticed.
    private static func trashPause(until due: WallTime, from wall: WallTime) -> Duration {
        guard due > wall else { return SyncLimits.trashPauseMin }
        let left = Duration.milliseconds(Int64(clamping: due.milliseconds - wall.milliseconds))
        return min(max(left, SyncLimits.trashPauseMin), SyncLimits.trashPauseMax)
    }
}
