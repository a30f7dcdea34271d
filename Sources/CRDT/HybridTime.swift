package import Primitives

/// A stamp: wall clock and counter in one number that never falls within a chain.
///
/// - Shape: 48 bits of milliseconds since 1970, 16 bits of counter.
/// - Use: breaks ties between concurrent writes; never decides what a person knew (dots do).
/// - Source: Kulkarni et al., "Logical Physical Clocks", 2014.
package struct HybridTime: Hashable, Comparable, Sendable {
    /// Both parts in one number.
    package let rawValue: UInt64

    /// The stamp with this number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The stamp at `wall` with `counter`.
    package init(wall: WallTime, counter: UInt16) {
        rawValue = wall.milliseconds << 16 | UInt64(counter)
    }

    /// The millisecond it was made in, by its writer's clock.
    package var wall: WallTime { WallTime(milliseconds: rawValue >> 16) }

    /// Within 2020...2200. Outside, a delta is void for everybody, whatever anybody's clock says.
    package var isPlausible: Bool {
        (Self.year2020...Self.year2200).contains(wall.milliseconds)
    }

    package static func < (left: HybridTime, right: HybridTime) -> Bool {
        left.rawValue < right.rawValue
    }

    private static let year2020: UInt64 = 1_577_836_800_000
    private static let year2200: UInt64 = 7_258_118_400_000
}

/// Makes stamps that rise, and takes note of others' without running away with them.
package struct HybridClock: Sendable {
    /// The highest stamp made or noted; kept durable by every delta that carries it.
    package private(set) var latest: HybridTime

    /// How far a foreign stamp may pull this clock beyond the wall: two minutes.
    package static let pullMax: Duration = .seconds(120)

    /// A clock that goes on behind `latest`.
    package init(latest: HybridTime) {
        self.latest = latest
    }

    /// A stamp above all before it.
    ///
    /// In a new millisecond the counter starts at random in its lower half, so that stamps of
    /// different devices seldom tie and tell nothing of how much was written.
    package mutating func tick(at wall: WallTime, dice: inout Dice) -> HybridTime {
        let start = HybridTime(wall: bounded(wall), counter: UInt16(dice.roll(below: 1 << 15)))
        latest = start > latest ? start : HybridTime(rawValue: latest.rawValue + 1)
        return latest
    }

    /// Notes a stamp from elsewhere, so that what is written next comes behind it; one that is more
    /// than `pullMax` ahead of `wall` pulls only that far.
    package mutating func note(_ stamp: HybridTime, at wall: WallTime) {
        let limit = bounded(wall).milliseconds + UInt64(Self.pullMax.components.seconds) * 1000
        let noted = min(stamp, HybridTime(rawValue: limit << 16))
        latest = max(latest, noted)
    }

    // A machine whose clock shows 1970 or 2300 still writes stamps that others accept, also when a
    // foreign stamp pulls it: a day of stamps is left behind `maximum`.
    private func bounded(_ wall: WallTime) -> WallTime {
        WallTime(milliseconds: min(max(wall.milliseconds, minimum), maximum))
    }

    private let minimum: UInt64 = 1_577_836_800_000
    private let maximum: UInt64 = 7_258_118_400_000 - 86_400_000
}
