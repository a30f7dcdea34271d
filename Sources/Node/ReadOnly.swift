import Domain
import Primitives
import Store

/// That the database has failed: so long the node only reads, and that is what its person hears.
///
/// A full disk may have room again in ten seconds. A damaged database stays so: each failure that
/// comes within an hour of the last pause doubles the next one, so that a node which cannot go on
/// does not open its database and dial its friends every ten seconds for ever.
struct ReadOnly {
    /// Why, as a clause.
    let reason: String
    let until: Instant
    /// What a person does about damage; nil if it may go away by itself.
    let damageFix: String?
    private let pause: Duration

    /// - Parameter last: what there was after the failure before this one, over or not.
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

    /// What whoever asks for a change is told.
    var problem: Problem { Problem(.readOnly, reason, fix: damageFix ?? Self.fix) }

    /// What whoever listens is told.
    var warning: String { "read-only: \(reason)" + (damageFix.map { "; fix: \($0)" } ?? "") }

    private static let fix = "make room or mend the disk; then it goes on by itself"
    // Not a backup: that has the pages as they are, and with them what is wrong.
    private static let damageFix =
        "weft export what can still be read; then replace the disk, and weft restore --force FILE"
    private static let pauseMin: Duration = .seconds(10)
    private static let pauseMax: Duration = .seconds(3600)
}
