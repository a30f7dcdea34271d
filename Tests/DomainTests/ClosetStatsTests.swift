import Domain
import Primitives
import Testing

/// Tests the value and the wear of garments.
@Suite struct ClosetStatsTests {
    private static func garment(_ number: Int, price: String?, days: Int = 0) -> Bookmark {
        let worn = (0..<days).map { "2026-01-\($0 < 9 ? "0" : "")\($0 + 1)" }
        let details =
            (price.map { [Detail(.price, [$0])] } ?? []) + (days > 0 ? [Detail(.worn, worn)] : [])
        return WardrobeSamples.garment(number, "garment \(number)", details)
    }

    @Test func `values are told by currency, and what has none is counted`() {
        let stats = WardrobeSamples.stats(
            [
                Self.garment(1, price: "49.90 EUR"), Self.garment(2, price: "20 EUR"),
                Self.garment(3, price: "8.125 KWD"), Self.garment(4, price: nil),
            ], hidden: 2)

        #expect(stats.value.map(\.text) == ["69.90 EUR", "8.125 KWD"])
        #expect((stats.garments, stats.unpriced, stats.hidden) == (4, 1, 2))
        #expect(stats.neverWornCount == 4)
        #expect(stats.neverWorn.first?.title == "garment 1")
    }

    @Test func `a day of wearing costs what it cost, divided`() {
        let stats = WardrobeSamples.stats([
            Self.garment(1, price: "100 EUR", days: 3), Self.garment(2, price: "10 EUR", days: 1),
            Self.garment(3, price: "500 EUR", days: 2), Self.garment(4, price: "1 EUR", days: 0),
        ])

        #expect(stats.best.map(\.each.text) == ["10 EUR", "33.33 EUR", "250 EUR"])
        #expect(stats.worst.isEmpty, "what is among the best is not among the worst")
        #expect(stats.neverWorn.map(\.title) == ["garment 4"])
    }

    @Test func `the dearest and the cheapest are told apart, each at most so often`() {
        let all = (1...20).map { Self.garment($0, price: "\($0) EUR", days: 1) }

        let stats = WardrobeSamples.stats(all)

        #expect(stats.best.map(\.garment.title) == (1...5).map { "garment \($0)" })
        #expect(stats.worst.map(\.garment.title) == (16...20).reversed().map { "garment \($0)" })
    }

    @Test func `of two currencies those are compared of which there are most`() {
        let stats = WardrobeSamples.stats([
            Self.garment(1, price: "1 USD", days: 1), Self.garment(2, price: "50 EUR", days: 1),
            Self.garment(3, price: "60 EUR", days: 1),
        ])

        #expect(stats.best.map(\.each.currency) == ["EUR", "EUR"])
        #expect(stats.value.map(\.currency) == ["EUR", "USD"])
    }

    @Test func `others' garments count in the value and not in the wears`() {
        let theirs = WardrobeSamples.garment(
            9, "theirs", [Detail(.price, ["5 EUR"])], of: WardrobeSamples.ben)

        let stats = WardrobeSamples.stats([theirs])

        #expect((stats.ofOthers, stats.neverWornCount) == (1, 0))
        #expect(stats.value.map(\.text) == ["5 EUR"])
    }

    @Test func `sums that nobody has stay the highest`() {
        let all = (1...20_000).map { _ in Self.garment(1, price: "999999999999.999 EUR") }

        #expect(WardrobeSamples.stats(all).value.map(\.thousandths) == [.max])
    }

    @Test func `nothing is worth nothing`() {
        let stats = WardrobeSamples.stats([])

        #expect(stats.value.isEmpty)
        #expect(stats.best.isEmpty && stats.worst.isEmpty && stats.neverWorn.isEmpty)
    }
}
