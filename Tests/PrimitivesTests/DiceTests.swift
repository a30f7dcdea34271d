import Primitives
import Testing

@Suite struct DiceTests {
    @Test func `the numbers are those of splitmix64`() {
        var dice = Dice(seed: 0)

        let numbers = (0..<3).map { _ in dice.next() }

        #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    }

    @Test(arguments: [1, 2, 3, 7, 256, 1 << 20])
    func `a roll is below its bound and reaches every small side`(bound: Int) {
        var dice = Dice(seed: UInt64(bound))
        var seen = Set<Int>()

        for _ in 0..<4096 { seen.insert(dice.roll(below: bound)) }

        #expect(seen.allSatisfy { (0..<bound).contains($0) })
        if bound <= 256 { #expect(seen.count == bound) }
    }

    @Test(arguments: UInt64(1)...64)
    func `shuffling loses nothing`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let things = Array(0..<dice.roll(below: 40))

        let shuffled = dice.shuffle(things)

        #expect(shuffled.sorted() == things)
    }

    @Test(arguments: UInt64(1)...64)
    func `dice of one purpose do not shift those of another`(seed: UInt64) {
        let dice = Dice(seed: seed)
        var first = dice.split(1)
        var again = dice.split(1)
        var second = dice.split(2)

        for _ in 0..<10 { _ = second.next() }

        #expect(first.next() == again.next())
        #expect(first.next() != second.next())
    }

    @Test(arguments: UInt64(1)...64)
    func `a duration lies between its ends`(seed: UInt64) {
        var dice = Dice(seed: seed)

        let duration = dice.duration(from: .milliseconds(200), to: .seconds(5))

        #expect((.milliseconds(200) ... .seconds(5)).contains(duration))
        #expect(dice.duration(from: .seconds(2), to: .seconds(1)) == .seconds(2))
    }

    @Test func `a rate is kept in the long run`() {
        var dice = Dice(seed: 9)

        let hits = (0..<10_000).filter { _ in dice.happens(Ratio(1, of: 4)) }.count

        #expect((2300...2700).contains(hits))
        #expect((0..<100).allSatisfy { _ in dice.happens(Ratio(1, of: 1)) })
        #expect((0..<100).allSatisfy { _ in !dice.happens(Ratio(0, of: 3)) })
    }
}
