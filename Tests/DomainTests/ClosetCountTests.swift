import Domain
import Primitives
import Testing

/// Compares statistics that were counted incrementally with a plain scan of all garments.
@Suite struct ClosetCountTests {
    private static func garments(_ dice: inout Dice) -> [Bookmark] {
        let currencies = ["EUR", "USD", "KWD"]
        return (0..<dice.roll(below: 60)).map { number in
            var details: [Detail] = []
            if dice.roll(below: 5) > 0 {
                // Few amounts, so that several cost the same.
                let currency = currencies[min(dice.roll(below: 3), dice.roll(below: 3))]
                details.append(Detail(.price, ["\(dice.roll(below: 9)) \(currency)"]))
            }
            let days = dice.roll(below: 4)
            if days > 0 {
                details.append(Detail(.worn, (1...days).map { "2026-01-0\($0)" }))
            }
            return WardrobeSamples.garment(
                number, "g\(number)", details,
                of: dice.roll(below: 4) == 0 ? WardrobeSamples.ben : WardrobeSamples.me)
        }
    }

    // Sorts everything and takes both ends.
    private static func expect(_ stats: ClosetStats, of garments: [Bookmark]) {
        let byID = garments.sorted { $0.id < $1.id }
        let priced = byID.compactMap { garment in
            WardrobeSamples.price(garment).map { (garment: garment, price: $0) }
        }
        let worn = priced.filter { !$0.garment.details[.worn].isEmpty }
        let codes = Set(priced.map(\.price.currency)).sorted()
        let numbers = codes.map { code in worn.count { $0.price.currency == code } }
        let common = codes.first { code in
            worn.count { $0.price.currency == code } == numbers.max()
        }
        // `sorted` is stable.
        let ranked = worn.filter { $0.price.currency == common }
            .map {
                (name: $0.garment.title, each: $0.price.each(of: $0.garment.details[.worn].count))
            }
            .sorted { $0.each.thousandths < $1.each.thousandths }
        let never = byID.filter { $0.author.isMe && $0.details[.worn].isEmpty }
            .sorted {
                (WardrobeSamples.price($0)?.thousandths ?? -1)
                    > (WardrobeSamples.price($1)?.thousandths ?? -1)
            }

        #expect(stats.garments == garments.count)
        #expect(stats.ofOthers == garments.count { !$0.author.isMe })
        #expect(stats.unpriced == garments.count - priced.count)
        #expect(stats.value.map(\.currency) == codes)
        for sum in stats.value {
            let all = priced.filter { $0.price.currency == sum.currency }
            #expect(sum.thousandths == all.map(\.price.thousandths).reduce(0, +))
        }
        #expect(stats.best.map(\.garment.title) == ranked.prefix(5).map(\.name))
        #expect(stats.best.map(\.each) == ranked.prefix(5).map(\.each))
        #expect(
            stats.worst.map(\.garment.title)
                == ranked.dropFirst(5).reversed().prefix(5).map(\.name))
        #expect(stats.neverWorn.map(\.title) == never.prefix(5).map(\.title))
        #expect(stats.neverWornCount == never.count)
    }

    @Test(arguments: UInt64(1)...64)
    func `the order of counting does not matter`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let garments = Self.garments(&dice)

        for _ in 0..<3 {
            Self.expect(WardrobeSamples.stats(dice.shuffle(garments)), of: garments)
        }
    }

    @Test(arguments: [4, 5, 6, 9, 10, 11])
    func `both lists end at their limit, and nothing stands in both`(count: Int) {
        let garments = (0..<count).map {
            WardrobeSamples.garment(
                $0, "g\($0)", [Detail(.price, ["7 EUR"]), Detail(.worn, ["2026-01-01"])])
        }

        let stats = WardrobeSamples.stats(garments)

        #expect(stats.best.count == min(count, 5))
        #expect(stats.worst.count == min(max(count - 5, 0), 5))
        Self.expect(stats, of: garments)
    }

    @Test func `a garment removed before it is listed is left out, and was counted`() {
        let garments = (0..<3).map {
            WardrobeSamples.garment(
                $0, "g\($0)", [Detail(.price, ["\($0) EUR"]), Detail(.worn, ["2026-01-01"])])
        }
        var count = ClosetCount()
        for (row, garment) in garments.enumerated() {
            count.add(
                ClosetCount.Garment(
                    row: Int64(row), id: garment.id, isMine: true,
                    price: WardrobeSamples.price(garment), days: 1))
        }

        let stats = ClosetStats(count, hidden: 0) { (row) in row == 1 ? nil : garments[Int(row)] }

        #expect(stats.garments == 3)
        #expect(stats.best.map(\.garment.title) == ["g0", "g2"])
    }
}
