package import Primitives

/// A hybrid time stamp: wall clock and counter in one number that never falls within a chain.
///
/// - Shape: 48 bits of milliseconds since 1970, 16 bits of counter.
/// - Use: breaks ties between concurrent writes; never decides what a person knew (dots do).
/// - Source: Kulkarni et al., "Logical Physical Clocks", 2014.
package struct HybridTime: Hashable, Comparable, Sendable {
    /// The milliseconds in the upper 48 bits, the counter in the lower 16.
    package let rawValue: UInt64

    /// Creates the stamp with this raw value.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates the stamp at `wall` with `counter`.
    package init(wall: WallTime, counter: UInt16) {
        rawValue = wall.milliseconds << 16 | UInt64(counter)
    }

    /// The millisecond in which the stamp was made, by its writer's clock.
    package var wall: WallTime { WallTime(milliseconds: rawValue >> 16) }

    /// Whether the stamp lies within 2020...2200. A delta outside is void for everybody, whatever anybody's
    /// clock says.
    package var isPlausible: Bool {
        (Self.year2020...Self.year2200).contains(wall.milliseconds)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        left.rawValue < right.rawValue
    }

    private static let year2020: UInt64 = 1_577_836_800_000
    private static let year2200: UInt64 = 7_258_118_400_000
}

/// Makes rising stamps, and follows the stamps of others only within `pullMax`.
package struct HybridClock: Sendable {
    /// The highest stamp made or noted. Every delta that carries it makes it durable.
    package private(set) var latest: HybridTime

    /// The most by which a foreign stamp may pull this clock ahead of the wall clock: two minutes.
    package static let pullMax: Duration = .seconds(120)

    /// Creates a clock that continues after `latest`.
    package init(latest: HybridTime) {
        self.latest = latest
    }

    /// Makes a stamp above all earlier ones.
    ///
    /// In a new millisecond the counter starts at random in its lower half, so that stamps of different
    /// devices seldom tie and reveal nothing about how much was written.
    package mutating func tick(at wall: WallTime, dice: inout Dice) -> HybridTime {
        let start = HybridTime(wall: bounded(wall), counter: UInt16(dice.roll(below: 1 << 15)))
        latest = start > latest ? start : HybridTime(rawValue: latest.rawValue + 1)
        return latest
    }

    /// Notes a foreign stamp, so that later writes come after it. A stamp more than `pullMax` ahead of `wall`
    /// pulls the clock only that far.
    package mutating func note(_ stamp: HybridTime, at wall: WallTime) {
        let limit = bounded(wall).milliseconds + UInt64(Self.pullMax.components.seconds) * 1000
        let noted = min(stamp, HybridTime(rawValue: limit << 16))
        latest = max(latest, noted)
    }

    // A device whose clock shows 1970 or 2300 still writes stamps that others accept, even when a foreign
    // stamp pulls it: a day of stamps is left above `maximum`.
    private func bounded(_ wall: WallTime) -> WallTime {
        WallTime(milliseconds: min(max(wall.milliseconds, minimum), maximum))
    }

    private let minimum: UInt64 = 1_577_836_800_000
    private let maximum: UInt64 = 7_258_118_400_000 - 86_400_000
}
