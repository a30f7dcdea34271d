import CRDT
import Primitives
import Testing

@Suite struct FractionalIndexTests {
    private func between(_ lower: [UInt8]?, _ upper: [UInt8]?) throws -> [UInt8] {
        let place = try #require(FractionalIndex.between(lower, upper))
        #expect(FractionalIndex.isValid(place))
        if let lower { #expect(lower.lexicographicallyPrecedes(place)) }
        if let upper { #expect(place.lexicographicallyPrecedes(upper)) }
        return place
    }

    @Test(arguments: UInt64(1)...256)
    func `a place between two is strictly between`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        // Digits at the edges, so that positions are adjacent.
        let digits: [UInt8] = [0, 0, 1, 2, 128, 254, 255]
        let places = (0..<2).map { _ in
            (0..<dice.roll(below: 5)).map { _ in digits[dice.roll(below: 7)] }
                + [digits[2 + dice.roll(below: 5)]]
        }
        let (low, high) = (min(places[0], places[1]), max(places[0], places[1]))

        if low != high { _ = try between(low, high) }
        _ = try between(nil, low)
        _ = try between(high, nil)
    }

    @Test func `equal or reversed neighbours leave no place`() {
        #expect(FractionalIndex.between([5], [5]) == nil)
        #expect(FractionalIndex.between([6], [5]) == nil)
        #expect(FractionalIndex.between([5, 1], [5]) == nil)
        #expect(!FractionalIndex.isValid([UInt8]()))
        #expect(!FractionalIndex.isValid([5, 0] as [UInt8]))
    }

    @Test func `ten thousand at the end cost forty bytes`() throws {
        var last: [UInt8]?

        for _ in 0..<10_000 { last = try between(last, nil) }

        #expect(try #require(last).count <= 41)
    }

    @Test func `ten thousand at the start cost forty bytes`() throws {
        var first: [UInt8]?

        for _ in 0..<10_000 { first = try between(nil, first) }

        #expect(try #require(first).count <= 41)
    }

    @Test func `ten thousand anywhere stay short`() throws {
        var dice = Dice(seed: 4)
        var places: [[UInt8]] = []

        for _ in 0..<10_000 {
            let index = dice.roll(below: places.count + 1)
            let place = try between(
                index > 0 ? places[index - 1] : nil, index < places.count ? places[index] : nil)
            places.insert(place, at: index)
        }

        #expect(places.map(\.count).reduce(0, +) <= 10_000 * 4)
        #expect(places.map(\.count).max() ?? 0 <= 8)
    }

    @Test func `a thousand at one gap stay within an element`() throws {
        let low: [UInt8] = [100]
        var high: [UInt8] = [101]

        for _ in 0..<1000 { high = try between(low, high) }

        #expect(high.count <= 200)
    }

    @Test(arguments: UInt64(1)...64)
    func `places that are spread rise between what they are between`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let low: [UInt8]? =
            dice.roll(below: 3) == 0 ? nil : [UInt8(1 + dice.roll(below: 100)), 255]
        let high: [UInt8]? = dice.roll(below: 3) == 0 ? nil : (low ?? [0]) + [1]
        let count = dice.roll(below: 600)

        let places = try #require(FractionalIndex.spread(count, between: low, and: high))

        let all = [low].compactMap(\.self) + places + [high].compactMap(\.self)
        #expect(places.count == count)
        #expect(places.allSatisfy(FractionalIndex.isValid))
        for (left, right) in zip(all, all.dropFirst()) {
            #expect(left.lexicographicallyPrecedes(right))
        }
    }

    @Test func `twenty thousand that are spread have three bytes at most`() throws {
        let places = try #require(FractionalIndex.spread(20_000, between: nil, and: nil))

        #expect(places.map(\.count).max() == 3 || places.map(\.count).max() == 2)
        #expect(FractionalIndex.spread(3, between: [5], and: [5]) == nil)
    }
}

private func min(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    left.lexicographicallyPrecedes(right) ? left : right
}

private func max(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    left.lexicographicallyPrecedes(right) ? right : left
}
