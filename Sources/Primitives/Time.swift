/// A moment of the node's monotonic clock; meaningless on another machine or after a restart.
package struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's start, whenever that was.
    package let nanoseconds: UInt64

    /// The moment `nanoseconds` after the clock's start.
    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The moment `duration` later; saturates at the end of the clock's range.
    package static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }

    /// The time from `earlier` to `later`; zero if they are the other way round.
    package static func - (later: Instant, earlier: Instant) -> Duration {
        guard later > earlier else { return .zero }
        return .nanoseconds(Int64(clamping: later.nanoseconds - earlier.nanoseconds))
    }
}

/// A wall clock time: milliseconds since 1970-01-01T00:00Z. Never used to decide who is right.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, not negative.
    package let milliseconds: UInt64

    /// The time `milliseconds` after the start of 1970.
    package init(milliseconds: UInt64) {
        self.milliseconds = milliseconds
    }

    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to 0...2^64-1.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (high, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : high &+ UInt64(attoseconds / 1_000_000_000)
    }
}
