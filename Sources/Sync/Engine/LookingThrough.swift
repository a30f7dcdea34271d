import Domain
import Primitives
import Store

/// A slow look through the log, while nothing else is to do: round after round.
struct LogRound {
    /// When the next of it is due; nil before the first step.
    var dueAt: Instant?
    /// Where it begins.
    var next: Int64 = 0
    /// Deltas that do not lie there as they were signed, as of the last look at them; no more than a
    /// thousand.
    var damaged: [DamagedDelta] = []
}

extension Engine {
    /// When the next look is due.
    var lookAt: Instant? { logRound.dueAt.map { max($0, restsUntil) } }

    /// A little of the log is looked at once a minute, in a step of its own. How much there is shows in no
    /// moment: it goes on for ever.
    func lookThrough(after inbox: [Event], at now: Instant) throws(StorageError) {
        guard let dueAt = logRound.dueAt else {
            logRound.dueAt = now + SyncLimits.lookPause
            return
        }
        guard now >= max(dueAt, restsUntil), !hasMore, inbox.allSatisfy({ $0 == .woken }) else {
            return
        }
        logRound.dueAt = now + SyncLimits.lookPause
        let look = try store.lookThrough(from: logRound.next)
        logRound.next = look.next
        let end = look.next == 0 ? Int64.max : look.next
        let before = damaged
        let others = before.filter { $0.row < look.first || $0.row >= end }
        logRound.damaged = Array((others + look.damaged).prefix(Self.damagedMax))
        for damage in look.damaged where !before.contains(damage) && before.count < Self.damagedMax
        {
            effects.append(.announce(.warning(Self.words(of: damage))))
        }
        guard !logRound.damaged.isEmpty else { return }
        for session in sessions where session.phase == .open && session.isAlive {
            try with(session.link) { (session) throws(SessionError) in
                try session.askForDamaged()
            }
        }
    }

    /// Deltas that do not lie in the log as they were signed, as far as is known.
    var damaged: [DamagedDelta] {
        logRound.damaged.filter { !$0.isReadable || store.isDamaged($0.row) }
    }

    private static func words(of damage: DamagedDelta) -> String {
        "the disk has changed a delta of the log"
            + (damage.isOnlyHere ? ", which nobody else is known to have" : "")
            + "; fix: \(Status.damageFix)"
    }

    /// Damaged deltas that are told one by one.
    private static let damagedMax = 1000
}
