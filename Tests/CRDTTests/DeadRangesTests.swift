import CRDT
import Primitives
import Testing

@Suite struct DeadRangesTests {
    @Test(arguments: 1...64)
    func `a union is the same whatever the order, and holds what its parts hold`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let parts = (0..<6).map { _ in
            DeadRanges(
                (0..<4).map { _ in
                    let start = UInt64(dice.roll(below: 30))
                    return start..<start + UInt64(dice.roll(below: 5))
                })
        }

        let one = parts.reduce(DeadRanges()) { $0.union($1) }
        let other = dice.shuffle(parts).reduce(DeadRanges()) { $0.union($1) }

        #expect(one == other)
        for place in 0..<UInt64(40) {
            #expect(one.contains(place) == parts.contains { $0.contains(place) })
            let next = (place..<40).first { one.contains($0) }
            let range = one.range(from: place)
            #expect(next.map { range?.contains($0) == true } ?? true)
        }
        #expect(parts.allSatisfy { one.covers($0) })
        #expect(
            zip(one.ranges, one.ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    }

    @Test func `the rest from a position on has exactly the dead positions after it`() {
        let dead = DeadRanges([2..<5, 7..<8, 10..<14])

        for start in 0..<UInt64(16) {
            let rest = dead.from(start)
            for place in 0..<UInt64(16) {
                #expect(rest.contains(place) == (place >= start && dead.contains(place)))
            }
        }
    }

    @Test(arguments: 1...32)
    func `a checkpoint says what it was made of`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let dead = DeadRanges(
            (0..<dice.roll(below: 6)).map { _ in
                let start = 1 + UInt64(dice.roll(below: 40))
                return start..<start + 1 + UInt64(dice.roll(below: 5))
            })

        let checkpoint = try #require(Self.checkpoint(dead, length: 60))

        #expect(checkpoint.dead == dead)
        #expect(checkpoint.isSound(in: Self.chain, at: 60))
        #expect(!checkpoint.isSound(in: Self.chain, at: 59))
        #expect(checkpoint.isSound(in: ChainID(Bytes16(high: 9, low: 9)), at: 0))
        for (before, after) in zip(checkpoint.living, checkpoint.living.dropFirst()) {
            #expect(after.previous == Self.id(after.start - 1))
            #expect(before.last == Self.id(before.end - 1))
        }
    }

    @Test func `neither the first nor the last judged delta dies`() throws {
        #expect(Self.checkpoint(DeadRanges([0..<2]), length: 9) == nil)
        #expect(Self.checkpoint(DeadRanges([7..<10]), length: 9) == nil)
        let living = try #require(Self.checkpoint(DeadRanges([2..<8]), length: 9)).living
        let shorter = Checkpoint(chain: Self.chain, living: living, length: 10, seen: [])
        let headless = Checkpoint(
            chain: Self.chain, living: Array(living.dropFirst()), length: 9, seen: [])
        let empty = Checkpoint(chain: Self.chain, living: [], length: 9, seen: [])

        #expect(!shorter.isSound(in: Self.chain, at: 20))
        #expect(!headless.isSound(in: Self.chain, at: 20))
        #expect(!empty.isSound(in: Self.chain, at: 20))
    }

    private static let chain = ChainID(Bytes16(high: 1, low: 2))

    private static func id(_ place: UInt64) -> Bytes32? {
        Bytes32([UInt8](repeating: UInt8(place), count: 32))
    }

    private static func checkpoint(_ dead: DeadRanges, length: UInt64) -> Checkpoint? {
        Checkpoint(of: chain, length: length, dead: dead, seen: [], id: id)
    }
}
