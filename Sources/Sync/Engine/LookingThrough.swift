import Domain
import Primitives
import Store

/// A slow look through the log, while nothing else is to do: round after round.
struct LogRound {
    /// When the next of it is due; nil before the first step.
    var dueAt: Instant?
    /// Where it begins.
    var next: Int64 = 0
    /// When the round that it belongs to began.
    var beganAt: Instant?
}

extension Engine {
    /// When the next look is due.
    var lookAt: Instant? { logRound.dueAt.map { max($0, restsUntil) } }

    /// A little of the log is looked at once a minute, in a step of its own, until a round is over; the next
    /// one begins `roundPause` after it began. How much there is shows in no moment: the steps go on for
    /// ever.
    func lookThrough(after inbox: [Event], at now: Instant) throws(StorageError) {
        guard let dueAt = logRound.dueAt else {
            logRound.dueAt = now + SyncLimits.lookPause
            return
        }
        guard now >= max(dueAt, restsUntil), !hasMore, inbox.allSatisfy({ $0 == .woken }) else {
            return
        }
        logRound.dueAt = now + SyncLimits.lookPause
        if isRoundDue(at: now) { try look() }
        guard !store.damaged.isEmpty else { return }
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in
                try session.askForDamaged()
            }
        }
    }

    private func isRoundDue(at now: Instant) -> Bool {
        guard logRound.next == 0 else { return true }
        if let beganAt = logRound.beganAt, now < beganAt + limits.roundPause { return false }
        logRound.beganAt = now
        return true
    }

    private func look() throws(StorageError) {
        let before = store.damaged
        let look = try store.lookThrough(from: logRound.next)
        logRound.next = look.next
        for damage in look.damaged
        where !before.contains(damage) && before.count < Store.damagedMax {
            effects.append(.announce(.warning(Self.words(of: damage))))
        }
    }

    private static func words(of damage: DamagedDelta) -> String {
        "the disk has changed a delta of the log"
            + (damage.isOnlyHere ? ", which nobody else is known to have" : "")
            + "; fix: \(Status.damageFix)"
    }
}
