#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Paces a command that waits for something: it looks again and again, after pauses that begin with 20 ms and
/// double up to half a second.
struct PollingPause {
    private let deadline: ContinuousClock.Instant?
    private var pause: useconds_t = 20_000

    /// - Parameter seconds: nil for as long as it takes.
    init(seconds: Int? = nil) {
        deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    }

    /// Lets some time go by.
    ///
    /// - Returns: false, at once, if there is none left.
    mutating func rest() -> Bool {
        if let deadline, ContinuousClock.now >= deadline { return false }
        usleep(pause)
        pause = min(pause * 2, 500_000)
        return true
    }
}
