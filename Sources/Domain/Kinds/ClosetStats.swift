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

    /// Counts `garments`, whatever their order.
    ///
    /// - Parameter hidden: how many more there are that cannot be seen.
    package init(_ garments: [Bookmark], hidden: Int = 0) {
        self.hidden = hidden
        self.garments = garments.count
        ofOthers = garments.count { !$0.author.isMe }
        var sums: [Price] = []
        var worths: [Worth] = []
        var never: [Bookmark] = []
        unpriced = 0
        for garment in garments.sorted(by: { $0.id < $1.id }) {
            let days = garment.details[.worn].count
            if days == 0, garment.author.isMe { never.append(garment) }
            guard let price = garment.price else {
                unpriced += 1
                continue
            }
            if let index = sums.firstIndex(where: { $0.currency == price.currency }) {
                sums[index] = sums[index].adding(price)
            } else {
                sums.append(price)
            }
            if days > 0 {
                worths.append(Worth(garment: garment, each: price.each(of: days), days: days))
            }
        }
        value = sums.sorted { $0.currency < $1.currency }
        // Of two currencies neither is dearer: those are compared of which there are most.
        let common = value.map(\.currency).max { left, right in
            worths.count { $0.each.currency == left } < worths.count { $0.each.currency == right }
        }
        worths.removeAll { $0.each.currency != common }
        worths.sort { left, right in
            (left.each.thousandths, left.garment.id) < (right.each.thousandths, right.garment.id)
        }
        best = Array(worths.prefix(Self.listedMax))
        worst = Array(worths.dropFirst(best.count).reversed().prefix(Self.listedMax))
        neverWornCount = never.count
        neverWorn = Array(
            never.sorted { left, right in
                (right.price?.thousandths ?? -1, left.id) < (
                    left.price?.thousandths ?? -1, right.id
                )
            }.prefix(Self.listedMax))
    }
}

extension Bookmark {
    /// What it has cost; nil if that is not said.
    package var price: Price? {
        guard let text = details[.price].first, case .success(let price) = Price.parse(text) else {
            return nil
        }
        return price
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
