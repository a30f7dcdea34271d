/// Chance that may be predicted: jitter, choice of peers, order of visits. Never keys: for those `Entropy`.
///
/// Hands out no bytes, so that it cannot be mistaken for a source of secrets. The algorithm is ours
/// because the standard library does not promise to keep its own, and a seed must replay for ever.
/// - Source: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
package struct Dice: Sendable {
    private var state: UInt64

    /// Dice of this seed roll from the first what these roll from here on.
    package var seed: UInt64 { state }

    /// The same seed rolls the same numbers on every machine and with every compiler.
    package init(seed: UInt64) {
        state = seed
    }

    /// A number below `bound`, each equally likely to within 2^-32 for bounds below 2^32.
    package mutating func roll(below bound: Int) -> Int {
        precondition(bound > 0, "a die has at least one side")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True `part.numerator` times out of `part.denominator`.
    package mutating func happens(_ part: Ratio) -> Bool {
        roll(below: part.denominator) < part.numerator
    }

    /// A length between the two, both included, in steps of a nanosecond.
    package mutating func duration(from shortest: Duration, to longest: Duration) -> Duration {
        let span = longest > shortest ? longest.nanoseconds - shortest.nanoseconds : 0
        let part = span == 0 ? 0 : UInt64(roll(below: Int(clamping: span) &+ 1))
        return shortest + .nanoseconds(Int64(clamping: part))
    }

    /// `elements` in an order of chance. - Source: Fisher and Yates, 1938.
    package mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        for last in stride(from: result.count - 1, to: 0, by: -1) {
            result.swapAt(last, roll(below: last + 1))
        }
        return result
    }

    /// Independent dice for one purpose: what is rolled with them does not shift these.
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

/// A part of a whole, `numerator` out of `denominator`: a rate without floating point.
package struct Ratio: Hashable, Sendable {
    /// How many.
    package let numerator: Int
    /// Out of how many; positive.
    package let denominator: Int

    /// `numerator` out of `denominator`.
    package init(_ numerator: Int, of denominator: Int) {
        precondition(denominator > 0 && numerator >= 0, "a part of something")
        self.numerator = numerator
        self.denominator = denominator
    }
}
