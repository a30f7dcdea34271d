/// Predictable randomness for jitter, choice of peers and order of visits. Never for keys: use `Entropy`.
///
/// Returns no bytes, so that it cannot be mistaken for a source of secrets. The algorithm is our own because
/// the standard library does not promise to keep its generator, and a seed has to replay for ever.
/// - Source: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
package struct Dice: Sendable {
    private var state: UInt64

    /// The current state: dice with this seed roll what these roll from here on.
    package var seed: UInt64 { state }

    /// Creates dice that roll the same numbers for the same seed, on every machine and with every compiler.
    package init(seed: UInt64) {
        state = seed
    }

    /// A number below `bound`, uniform to within 2^-32 for bounds below 2^32.
    package mutating func roll(below bound: Int) -> Int {
        precondition(bound > 0, "a die has at least one side")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True with probability `part.numerator` / `part.denominator`.
    package mutating func happens(_ part: Ratio) -> Bool {
        roll(below: part.denominator) < part.numerator
    }

    /// A random duration between the two, both included, in steps of a nanosecond.
    package mutating func duration(from shortest: Duration, to longest: Duration) -> Duration {
        let span = longest > shortest ? longest.nanoseconds - shortest.nanoseconds : 0
        let part = span == 0 ? 0 : UInt64(roll(below: Int(clamping: span) &+ 1))
        return shortest + .nanoseconds(Int64(clamping: part))
    }

    /// `elements` in random order. - Source: Fisher and Yates, 1938.
    package mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for last in stride(from: result.count - 1, to: 0, by: -1) {
            result.swapAt(last, roll(below: last + 1))
        }
        return result
    }

    /// Independent dice for one purpose: rolling them does not affect these.
    package func split(_ purpose: UInt64) -> Dice {
        var child = Dice(seed: state ^ (purpose &* 0x9E37_79B9_7F4A_7C15))
        _ = child.next()
        return child
    }

    /// The next 64 bits of splitmix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A fraction, `numerator` out of `denominator`: a rate without floating point.
package struct Ratio: Hashable, Sendable {
    /// The number of parts; not negative.
    package let numerator: Int
    /// The size of the whole; positive.
    package let denominator: Int

    /// Creates the fraction `numerator` out of `denominator`.
    package init(_ numerator: Int, of denominator: Int) {
        precondition(denominator > 0 && numerator >= 0, "a part of something")
        self.numerator = numerator
        self.denominator = denominator
    }
}
