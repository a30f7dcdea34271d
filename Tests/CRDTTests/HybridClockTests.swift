import CRDT
import Primitives
import Testing

@Suite struct HybridClockTests {
    private let now = WallTime(milliseconds: 1_780_000_000_000)
    private let twoMinutes: UInt64 = 120_000

    @Test(arguments: UInt64(1)...64)
    func `stamps always rise`(seed: UInt64) {
        var dice = Dice(seed: seed)
        var clock = HybridClock(latest: HybridTime(rawValue: 0))
        var last = clock.latest

        for _ in 0..<500 {
            let wall = WallTime(
                milliseconds: now.milliseconds - 5000 + UInt64(dice.roll(below: 10_000)))
            if dice.roll(below: 3) == 0 {
                clock.note(HybridTime(rawValue: dice.next()), at: wall)
            }
            let stamp = clock.tick(at: wall, dice: &dice)
            #expect(stamp > last)
            #expect(stamp.isPlausible)
            last = stamp
        }
    }

    @Test func `a foreign stamp pulls the clock two minutes at most`() {
        var dice = Dice(seed: 1)
        var clock = HybridClock(latest: HybridTime(rawValue: 0))

        clock.note(HybridTime(wall: WallTime(milliseconds: 7_000_000_000_000), counter: 9), at: now)

        #expect(clock.tick(at: now, dice: &dice).wall.milliseconds <= now.milliseconds + twoMinutes)
        #expect(clock.latest.wall.milliseconds == now.milliseconds + twoMinutes)
    }

    @Test func `a noted stamp comes before the next one written`() {
        var dice = Dice(seed: 1)
        var clock = HybridClock(latest: HybridTime(rawValue: 0))
        let foreign = HybridTime(
            wall: WallTime(milliseconds: now.milliseconds + 60_000), counter: 65_535)

        clock.note(foreign, at: now)

        #expect(clock.tick(at: now, dice: &dice) > foreign)
    }

    @Test(arguments: [0, 1, 1_577_836_799_999, 10_413_792_000_000, UInt64.max])
    func `a wall clock at 1970 or 2300 still writes stamps that others accept`(wall: UInt64) {
        var dice = Dice(seed: 3)
        var clock = HybridClock(latest: HybridTime(rawValue: 0))
        let wall = WallTime(milliseconds: wall)
        let lastOfAll = HybridTime(
            wall: WallTime(milliseconds: 7_258_118_400_000), counter: 65_535)

        for _ in 0..<100 {
            clock.note(lastOfAll, at: wall)
            #expect(clock.tick(at: wall, dice: &dice).isPlausible)
        }
    }

    @Test func `the counter starts in its lower half`() {
        var dice = Dice(seed: 5)

        for step in UInt64(0)..<200 {
            var clock = HybridClock(latest: HybridTime(rawValue: 0))
            let wall = WallTime(milliseconds: now.milliseconds + step)
            #expect(clock.tick(at: wall, dice: &dice).rawValue & 0xFFFF < 1 << 15)
        }
    }

    @Test(
        arguments: [
            (1_577_836_799_999, false), (1_577_836_800_000, true), (7_258_118_400_000, true),
            (7_258_118_400_001, false),
        ] as [(UInt64, Bool)])
    func `plausible is from 2020 to 2200`(milliseconds: UInt64, isPlausible: Bool) {
        let stamp = HybridTime(wall: WallTime(milliseconds: milliseconds), counter: 0)

        #expect(stamp.isPlausible == isPlausible)
    }
}
