import Primitives

/// How long a world is, and how much happens in an hour of it.
package enum Pace: String, CaseIterable, Sendable {
    /// The seeds 1 to 100 and half of those up to 1000: 10 to 30 minutes in which something goes
    /// wrong all the time.
    case dense
    /// Nearly all others: 1 to 8 hours, in which half as much happens as in a dense one, or down to
    /// a sixteenth: a person does something every few minutes, or every hour.
    case long
    /// One of 400: 1 to 14 days, likewise. What is in the trash is gone after 30.
    case days
    /// The seeds from 1001 on: few persons, one to three minutes, and everything at once.
    case brief

    /// The pace of `seed` is drawn by `Horizon`, or it is brief.
    static func isBrief(_ seed: UInt64) -> Bool { seed > 1000 }
}

/// How long things go wrong.
struct Horizon {
    let pace: Pace
    let turmoil: Duration
    /// So many times rarer than in a dense world people act and things go wrong.
    let rarity: Int

    /// - Parameter minutes: of a dense world.
    init(minutes: Int) {
        self.init(pace: .dense, turmoil: .seconds(60 * minutes), rarity: 1)
    }

    /// The horizon of `seed`. The first hundred seeds are dense: some of these worlds once broke a
    /// claim, and what the first twenty come to is counted.
    ///
    /// - Parameter minutes: how long it is if it is dense.
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
