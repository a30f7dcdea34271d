import Domain
import Primitives
import Store

// Requests that are performed once under a key, or only while a condition holds.
extension Engine {
    /// Performs a command under an idempotency key. Work that takes more steps may be half done after a crash;
    /// a retry is then told that it was begun.
    func take(
        _ command: Command, under key: IdempotencyKey, _ id: RequestID, at now: Instant,
        wall: WallTime
    ) throws(StorageError) {
        let before = effects.count
        try take(.command(command), id, at: now, wall: wall)
        let isRefused = effects[before...].contains {
            if case .answer(id, let answer) = $0 { !answer.reportsChange } else { false }
        }
        if !isRefused { try store.note(key, at: wall) }
    }

    /// Returns why a conditional command is refused; nil if its condition holds.
    func refusal(
        of condition: VersionCondition, at wall: WallTime
    ) throws(StorageError) -> Answer? {
        let thing: Bookmark?
        switch condition.target {
        case .thing(let reference):
            let answer = try store.answer(.show(reference), now: wall)
            if case .rejected = answer { return answer }
            thing = if case .bookmark(let found)? = answer { found } else { nil }
        case .profile:
            let answer = try store.answer(.feeds(.profile(nil)), now: wall)
            thing = if case .feeds(.profile(let profile))? = answer { profile.said } else { nil }
        }
        return condition.holds(of: thing) ? nil : .rejected(VersionCondition.problem)
    }
}
