/// What garments are worth, and how they are worn.
package struct ClosetStats: Equatable, Sendable {
    /// Garments of which it is told.
    package var garments: Int
    /// Those of others, of which nobody here knows when they are worn.
    package var ofOthers: Int
    /// What they have cost together, by currency.
    package var value: [Price]
    /// Garments that have no price.
    package var unpriced: Int
    /// Those of which a day of wearing has cost least, the least first; at most `listedMax`, and all
    /// in the currency that most have.
    package var best: [Worth]
    /// Those of which it has cost most, the most first, without those of `best`.
    package var worst: [Worth]
    /// One's own that were never worn, the dearest first; at most `listedMax`.
    package var neverWorn: [Bookmark]
    /// How many were never worn in all.
    package var neverWornCount: Int
    /// Things that this person cannot see.
    package var hidden: Int

    /// Most that are listed one by one.
    package static let listedMax = 5

    /// A garment, and what a day of wearing it has cost so far.
    package struct Worth: Equatable, Sendable {
        /// It has a price and was worn.
        package var garment: Bookmark
        /// To the hundredth.
        package var each: Price
        /// Days on which it was worn.
        package var days: Int
    }

    /// What was counted, with what is listed of it as `find` has it: what is gone by then is left out.
    ///
    /// - Parameter hidden: how many more there are that cannot be seen.
    package init<Failure: Error>(
        _ count: ClosetCount, hidden: Int, find: (_ row: Int64) throws(Failure) -> Bookmark?
    ) throws(Failure) {
        self.hidden = hidden
        (garments, ofOthers) = (count.garments, count.ofOthers)
        (unpriced, neverWornCount) = (count.unpriced, count.neverWornCount)
        value = count.value
        (best, worst, neverWorn) = ([], [], [])
        let ranking = count.ranking
        for listed in ranking.best {
            if let worth = Worth(listed, try find(listed.row)) { best.append(worth) }
        }
        for listed in ranking.worst {
            if let worth = Worth(listed, try find(listed.row)) { worst.append(worth) }
        }
        for listed in count.neverWorn {
            if let garment = try find(listed.row) { neverWorn.append(garment) }
        }
    }
}

extension ClosetStats.Worth {
    fileprivate init?(_ listed: ClosetCount.Listed, _ garment: Bookmark?) {
        guard let garment, let each = listed.cost else { return nil }
        self.init(garment: garment, each: each, days: listed.days)
    }
}

extension Price {
    /// The sum; of amounts that nobody has it stays the highest.
    func adding(_ other: Price) -> Price {
        let (sum, isOver) = thousandths.addingReportingOverflow(other.thousandths)
        return Price(thousandths: isOver ? .max : sum, currency: currency)
    }

    /// What one of `count` has cost, to the hundredth.
    package func each(of count: Int) -> Price {
        let days = Int64(max(count, 1))
        return Price(
            thousandths: (thousandths + 5 * days) / (10 * days) * 10, currency: currency)
    }
}
