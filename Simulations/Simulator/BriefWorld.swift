import Primitives

// The options of seeds from 1001 on: as much activity as fits into a world that costs a fifth of a second. A small
// world runs the same code as a large one, thousands of them reach states that a few large ones do not, and a failure
// in one is quick to read.
extension Options {
    /// Draws the options of the brief world of `seed`: two to five persons, one to three minutes, and each kind of
    /// fault and deed that is in, every few seconds.
    init(brief seed: UInt64, nodes fixed: Int?) {
        var dice = Dice(seed: seed).split(13)
        let count = fixed ?? [2, 2, 3, 3, 3, 3, 4, 5][dice.roll(below: 8)]
        // Stays below three minutes; see `Simulation.turmoil`.
        let turmoil = Duration.seconds(45 + dice.roll(below: 90))
        let slow = dice.roll(below: 4) == 0 ? 300 : 40
        let manner = Network.Manner(
            latency: (.microseconds(200), .milliseconds(1 + dice.roll(below: slow))),
            cuts: Ratio([0, 0, 0, 0, 0, 1, 2, 3][dice.roll(below: 8)], of: 4))
        self.init(
            nodes: count, turmoil: turmoil,
            friendships: Self.friendships(count, within: turmoil, late: .seconds(10), dice: &dice),
            rates: Self.briefRates(of: FaultKind.ofWorlds, dice: &dice), manner: manner,
            clocks: (0..<count).map { _ in Self.clock(dice: &dice) },
            actEvery: .seconds(3 + dice.roll(below: 15)), deeds: Self.briefDeeds(dice: &dice),
            hasAttacker: dice.roll(below: 2) == 0)
        pace = .brief
        hasTables = true
        // A sixth of the worlds has no groups, as with larger worlds.
        if dice.roll(below: 6) > 0 {
            groupDeeds = Self.groupDeeds(dice: &dice)
            groupActEvery = .seconds(3 + dice.roll(below: 15))
        }
        if dice.roll(below: 2) == 0 { quarrelEvery = .seconds(30 + dice.roll(below: 90)) }
        if dice.roll(below: 3) > 0 {
            diskRates = Self.briefRates(of: FaultKind.ofDisks, dice: &dice)
        }
        if dice.roll(below: 3) == 0 {
            devices = DeviceOptions(
                nodes: count, turmoil: turmoil, dice: &dice, clock: Self.clock)
        }
        var small = Dice(seed: seed).split(14)
        if small.roll(below: 4) == 0 {
            limits = SmallLimits(drawnBy: UInt64(small.roll(below: Int(SmallLimits.numberMax) + 1)))
        }
        hostile = HostileOptions(nodes: count, least: 3, spared: devices?.person, dice: &dice)
        drawApart(seed)
    }

    private static func briefRates(of kinds: [FaultKind], dice: inout Dice) -> [Rate] {
        kinds.filter { _ in dice.roll(below: 2) == 0 }.map {
            Rate(kind: $0, every: .seconds(5 + dice.roll(below: 60)))
        }
    }

    // Long imports are expensive, so only every eighth world has them.
    private static func briefDeeds(dice: inout Dice) -> [Deed] {
        let spared: Deed = dice.roll(below: 8) == 0 ? .importFew : .importMany
        let drawn = Deed.brief.filter { _ in dice.roll(below: 3) > 0 }
            .flatMap { Array(repeating: $0, count: 1 + dice.roll(below: 4)) }
        return drawn.filter { $0 != spared } + [.keep, .keep, .shareOne]
    }
}
