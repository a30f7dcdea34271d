import Domain
import Primitives
import Store

/// The state after a database failure: for a while the node only reads, and the user sees why.
///
/// A full disk may have room again in ten seconds, but a damaged database stays damaged. Each failure within
/// an hour of the last pause doubles the next one, so that a node that cannot go on does not open its
/// database and dial its friends every ten seconds for ever.
struct ReadOnly {
    /// The reason, as a clause.
    let reason: String
    let until: Instant
    /// What the user can do about damage; nil if the failure may end by itself.
    let damageFix: String?
    private let pause: Duration

    /// - Parameter last: The state after the previous failure, over or not.
    init(after error: StorageError, before last: ReadOnly?, at now: Instant) {
        reason = Node.reason(error)
        damageFix = error == .corrupt ? Self.damageFix : nil
        if let last, last.damageFix != nil, error == .corrupt, now < last.until + Self.pauseMax {
            pause = min(last.pause * 2, Self.pauseMax)
        } else {
            pause = Self.pauseMin
        }
        until = now + pause
    }

    /// The rejection of commands.
    var problem: Problem { Problem(.readOnly, reason, fix: damageFix ?? Self.fix) }

    /// The text of the warning.
    var warning: String { "read-only: \(reason)" + (damageFix.map { "; fix: \($0)" } ?? "") }

    private static let fix = "free some space or repair the disk; the node then continues by itself"
    // Not a backup: it copies the pages as they are, including the damage.
    private static let damageFix =
        "save what is readable with weft export; then replace the disk and run weft restore "
        + "--force FILE"
    /// The first pause before a node that only reads tries to write again, and the longest; a damaged
    /// database doubles it each time.
    private static let pauseMin: Duration = .seconds(10)
    private static let pauseMax: Duration = .seconds(3600)
}
