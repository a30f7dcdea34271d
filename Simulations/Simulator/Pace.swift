import Primitives

/// How long a world lasts and how much happens in an hour of it.
package enum Pace: String, CaseIterable, Sendable {
    /// Seeds 1 to 100 and half of those up to 1000: 10 to 30 minutes with constant faults.
    case dense
    /// Nearly all other seeds up to 1000: 1 to 8 hours with half as much activity as a dense world,
    /// down to a sixteenth: a person acts every few minutes, or every hour.
    case long
    /// One seed in 400: 1 to 14 days, with as little activity. The trash is emptied after 30 days.
    case days
    /// Seeds from 1001 on: few persons, one to three minutes, and everything at once.
    case brief

    /// Whether `seed` has a brief world; `Horizon` draws the pace of all others.
    static func isBrief(_ seed: UInt64) -> Bool { seed > 1000 }
}

/// How long faults strike, and how often.
struct Horizon {
    let pace: Pace
    let turmoil: Duration
    /// How many times rarer acts and faults are than in a dense world.
    let rarity: Int

    /// Creates the horizon of a dense world of `minutes`.
    init(minutes: Int) {
        self.init(pace: .dense, turmoil: .seconds(60 * minutes), rarity: 1)
    }

    /// Draws the horizon of `seed`. The first hundred seeds are dense: some of these worlds once
    /// broke a claim, and tests count the results of the first twenty.
    ///
    /// - Parameter minutes: the length if it is dense.
    init(seed: UInt64, dense minutes: Int) {
        var dice = Dice(seed: seed).split(12)
        let drawn = dice.roll(below: 400)
        guard seed > 100, drawn < 200 else {
            self = Horizon(minutes: minutes)
            return
        }
        let shortest = drawn == 0 ? 24 * 60 << dice.roll(below: 4) : 60 << dice.roll(below: 3)
        let more = drawn == 0 ? shortest * 3 / 4 : shortest
        let long = shortest + dice.roll(below: more)
        let sparsity = 2 << dice.roll(below: 4)
        self.init(
            pace: drawn == 0 ? .days : .long, turmoil: .seconds(60 * long),
            rarity: long / 20 * sparsity)
    }

    private init(pace: Pace, turmoil: Duration, rarity: Int) {
        self.pace = pace
        self.turmoil = turmoil
        self.rarity = rarity
    }
}
