/// Statistics on the value and the wear of garments.
package struct ClosetStats: Equatable, Sendable {
    /// The number of garments covered.
    package var garments: Int
    /// The number that belong to others, whose days of wear are unknown here.
    package var ofOthers: Int
    /// The total price, by currency.
    package var value: [Price]
    /// The number of garments without a price.
    package var unpriced: Int
    /// The garments with the lowest price per day of wear, lowest first; at most `listedMax`, all in the most frequent
    /// currency.
    package var best: [Worth]
    /// The garments with the highest price per day of wear, highest first, without those in `best`.
    package var worst: [Worth]
    /// Own garments that were never worn, the most expensive first; at most `listedMax`.
    package var neverWorn: [Bookmark]
    /// The total number that were never worn.
    package var neverWornCount: Int
    /// The number of things that this person cannot see.
    package var hidden: Int

    /// The maximum length of each list.
    package static let listedMax = 5

    /// A garment with its price per day of wear so far.
    package struct Worth: Equatable, Sendable {
        /// The garment; it has a price and was worn.
        package var garment: Bookmark
        /// The price per day, rounded to hundredths.
        package var each: Price
        /// The number of days on which it was worn.
        package var days: Int
    }

    /// Creates the statistics of a count, looking up listed garments by `find`; those deleted since are left out.
    ///
    /// - Parameter hidden: the number of further things that cannot be seen.
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
    /// Returns the sum, saturating at the maximum.
    func adding(_ other: Price) -> Price {
        let (sum, isOver) = thousandths.addingReportingOverflow(other.thousandths)
        return Price(thousandths: isOver ? .max : sum, currency: currency)
    }

    /// Returns the price divided by `count`, rounded to hundredths.
    package func each(of count: Int) -> Price {
        let days = Int64(max(count, 1))
        return Price(
            thousandths: (thousandths + 5 * days) / (10 * days) * 10, currency: currency)
    }
}
