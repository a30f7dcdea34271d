import Domain
import Primitives
import Store

/// A slow background check of the log, round after round.
struct LogRound {
    /// When the next slice is due; nil before the first step.
    var dueAt: Instant?
    /// Where the next slice begins.
    var next: Int64 = 0
    /// When the current round began.
    var beganAt: Instant?
    /// The damaged deltas of which a warning stands, by row, and its text.
    var warnings: [(row: Int64, words: String)] = []
}

extension Engine {
    /// When the next slice is due.
    var lookAt: Instant? { logRound.dueAt.map { max($0, restsUntil) } }

    /// Checks a little of the log once a minute, in a step of its own, until a round is over. The next round
    /// begins `roundPause` after the last one began. No timing reveals the size of the log: the steps go on
    /// for ever.
    func lookThrough(after inbox: [Event], at now: Instant) throws(StorageError) {
        clearMended()
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
            warn(of: damage)
        }
        clearMended()
    }

    // Replaces an earlier warning about the same delta with other words, for example when other nodes are
    // known to have it by now.
    private func warn(of damage: DamagedDelta) {
        let words = Self.words(of: damage)
        effects.append(.announce(.warning(words)))
        let before = logRound.warnings.filter { $0.row == damage.row }
        logRound.warnings.removeAll { $0.row == damage.row }
        logRound.warnings.append((damage.row, words))
        clear(before.map(\.words))
    }

    // Clears warnings of deltas that are no longer damaged: another node has sent them again, or they are
    // dead by now.
    private func clearMended() {
        guard !logRound.warnings.isEmpty else { return }
        let standing = Set(store.damaged.map(\.row))
        let mended = logRound.warnings.filter { !standing.contains($0.row) }
        guard !mended.isEmpty else { return }
        logRound.warnings.removeAll { !standing.contains($0.row) }
        clear(mended.map(\.words))
    }

    // Several deltas may have a warning with the same text, which is cleared with the last of them.
    private func clear(_ words: [String]) {
        var told: [String] = []
        for text in words where !told.contains(text) {
            guard !logRound.warnings.contains(where: { $0.words == text }) else { continue }
            told.append(text)
            effects.append(.announce(.warningCleared(text)))
        }
    }

    private static func words(of damage: DamagedDelta) -> String {
        "the disk corrupted a change in the log"
            + (damage.isOnlyHere ? ", which no other node is known to have" : "")
            + "; fix: \(Status.damageFix)"
    }
}
