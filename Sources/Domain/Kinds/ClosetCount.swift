package import CRDT

/// Counts garments one by one for ``ClosetStats``, in whatever order they come, and keeps by the way
/// only those that may be listed in the end.
///
/// - Shape: grows with the currencies, of which there are at most 26 to the third, and not with the
///   garments.
/// - Law: what is told is what a plain look at all of them at once finds (`ClosetCountTests`).
package struct ClosetCount {
    /// Garments so far.
    package private(set) var garments = 0
    /// Those of others.
    package private(set) var ofOthers = 0
    /// Those without a price.
    package private(set) var unpriced = 0
    /// Own ones that were never worn.
    package private(set) var neverWornCount = 0
    // By the first garment that has one.
    private var currencies: [CurrencyCount] = []
    private var places: [String: Int] = [:]
    private var neverWornFirst = Shortlist(by: .dearest)

    /// What is counted of one garment.
    package struct Garment {
        /// By which it is found again when it is listed.
        package let row: Int64
        package let id: ObjectID
        package let isMine: Bool
        /// Nil if none is said.
        package let price: Price?
        /// Days on which it was worn.
        package let days: Int

        /// Creates a value from all fields, in declaration order.
        package init(row: Int64, id: ObjectID, isMine: Bool, price: Price?, days: Int) {
            self.row = row
            self.id = id
            self.isMine = isMine
            self.price = price
            self.days = days
        }
    }

    /// One of those that are listed.
    package struct Listed: Equatable {
        /// By which it is found again.
        package let row: Int64
        /// What a day of wearing it has cost, or what it has cost itself if it was never worn; nil if
        /// that is not known.
        package let cost: Price?
        /// Days on which it was worn.
        package let days: Int
        fileprivate let id: ObjectID
    }

    /// Nothing was counted yet.
    package init() {}

    /// Counts one more.
    package mutating func add(_ garment: Garment) {
        garments += 1
        if !garment.isMine { ofOthers += 1 }
        if garment.days == 0, garment.isMine {
            neverWornCount += 1
            neverWornFirst.add(
                Listed(row: garment.row, cost: garment.price, days: 0, id: garment.id))
        }
        guard let price = garment.price else {
            unpriced += 1
            return
        }
        let place = place(of: price.currency)
        currencies[place].add(garment, price)
    }

    private mutating func place(of currency: String) -> Int {
        if let known = places[currency] { return known }
        currencies.append(CurrencyCount(currency))
        places[currency] = currencies.count - 1
        return currencies.count - 1
    }

    /// What they have cost together, by currency.
    package var value: [Price] {
        currencies.map(\.value).sorted { $0.currency < $1.currency }
    }

    /// Those of which a day has cost least, and of the rest those of which it has cost most. Of two
    /// currencies neither is dearer: those are compared of which there are most.
    package var ranking: (best: [Listed], worst: [Listed]) {
        let sorted = currencies.sorted { $0.value.currency < $1.value.currency }
        guard let common = sorted.max(by: { $0.worn < $1.worn }) else { return ([], []) }
        let best = common.best.entries
        let isLess = Shortlist.Order.cheapest.areInOrder
        // Fewer than two lists full of them stand in both lists.
        let worst = common.worst.entries.filter { entry in
            best.last.map { isLess($0, entry) } ?? false
        }
        return (best, worst)
    }

    /// Own ones that were never worn, the dearest first.
    package var neverWorn: [Listed] { neverWornFirst.entries }
}

/// The garments that have a price in one currency.
private struct CurrencyCount {
    private(set) var value: Price
    /// How many of them were worn.
    private(set) var worn = 0
    private(set) var best = Shortlist(by: .cheapest)
    private(set) var worst = Shortlist(by: .dearestLastFirst)

    init(_ currency: String) {
        value = Price(thousandths: 0, currency: currency)
    }

    mutating func add(_ garment: ClosetCount.Garment, _ price: Price) {
        value = value.adding(price)
        guard garment.days > 0 else { return }
        worn += 1
        let entry = ClosetCount.Listed(
            row: garment.row, cost: price.each(of: garment.days), days: garment.days,
            id: garment.id)
        best.add(entry)
        worst.add(entry)
    }
}

/// The first of all that were added, in an order.
private struct Shortlist {
    private(set) var entries: [ClosetCount.Listed] = []
    private let order: Order

    enum Order {
        case cheapest
        case dearest
        /// The other way round of `cheapest`.
        case dearestLastFirst

        /// Of two that cost the same the first by id, and by row, comes first.
        var areInOrder: (ClosetCount.Listed, ClosetCount.Listed) -> Bool {
            switch self {
            case .cheapest: return { ($0.amount, $0.id, $0.row) < ($1.amount, $1.id, $1.row) }
            case .dearest: return { ($1.amount, $0.id, $0.row) < ($0.amount, $1.id, $1.row) }
            case .dearestLastFirst:
                return { ($1.amount, $1.id, $1.row) < ($0.amount, $0.id, $0.row) }
            }
        }
    }

    init(by order: Order) {
        self.order = order
    }

    mutating func add(_ entry: ClosetCount.Listed) {
        let isBefore = order.areInOrder
        let most = ClosetStats.listedMax
        if entries.count == most, isBefore(entries[most - 1], entry) { return }
        let place = entries.firstIndex { isBefore(entry, $0) } ?? entries.count
        entries.insert(entry, at: place)
        if entries.count > most { entries.removeLast() }
    }
}

extension ClosetCount.Listed {
    // What has no price comes behind what costs nothing.
    fileprivate var amount: Int64 { cost?.thousandths ?? -1 }
}
