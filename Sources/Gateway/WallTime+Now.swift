import FoundationEssentials
import Primitives

extension WallTime {
    /// The time of this machine's clock.
    static var now: WallTime {
        WallTime(milliseconds: UInt64(max(0, Date().timeIntervalSince1970 * 1000)))
    }

    /// The time so much later.
    func after(_ duration: Duration) -> WallTime {
        WallTime(milliseconds: milliseconds + duration.nanoseconds / 1_000_000)
    }
}
