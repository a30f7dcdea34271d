package import CRDT

/// Counts garments one by one for ``ClosetStats``, in any order, and stores only those that may be listed at the end.
///
/// - Shape: memory grows with the number of currencies, at most 26³, not with the number of garments.
/// - Law: the result equals that of looking at all garments at once (`ClosetCountTests`).
package struct ClosetCount {
    /// The number of garments so far.
    package private(set) var garments = 0
    /// The number that belong to others.
    package private(set) var ofOthers = 0
    /// The number without a price.
    package private(set) var unpriced = 0
    /// The number of own garments that were never worn.
    package private(set) var neverWornCount = 0
    // In the order in which the currencies first occurred.
    private var currencies: [CurrencyCount] = []
    private var places: [String: Int] = [:]
    private var neverWornFirst = Shortlist(by: .dearest)

    /// The counted facts of one garment.
    package struct Garment {
        /// The row by which it is looked up when it is listed.
        package let row: Int64
        package let id: ObjectID
        package let isMine: Bool
        /// Nil if none is recorded.
        package let price: Price?
        /// The number of days on which it was worn.
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

    /// A garment to be listed.
    package struct Listed: Equatable {
        /// The row by which it is looked up.
        package let row: Int64
        /// The price per day of wear, or the full price if it was never worn; nil if unknown.
        package let cost: Price?
        /// The number of days on which it was worn.
        package let days: Int
        fileprivate let id: ObjectID
    }

    /// Creates an empty count.
    package init() {}

    /// Counts one more garment.
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

    /// The total price, by currency.
    package var value: [Price] {
        currencies.map(\.value).sorted { $0.currency < $1.currency }
    }

    /// The garments with the lowest price per day of wear, and of the others those with the highest. Amounts in
    /// different currencies cannot be compared, so only the most frequent currency counts.
    package var ranking: (best: [Listed], worst: [Listed]) {
        let sorted = currencies.sorted { $0.value.currency < $1.value.currency }
        guard let common = sorted.max(by: { $0.worn < $1.worn }) else { return ([], []) }
        let best = common.best.entries
        let isLess = Shortlist.Order.cheapest.areInOrder
        // With fewer garments than two full lists, some are in both.
        let worst = common.worst.entries.filter { entry in
            best.last.map { isLess($0, entry) } ?? false
        }
        return (best, worst)
    }

    /// Own garments that were never worn, the most expensive first.
    package var neverWorn: [Listed] { neverWornFirst.entries }
}

/// The garments priced in one currency.
private struct CurrencyCount {
    private(set) var value: Price
    /// The number of them that were worn.
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

/// The first entries, in a given order, of all that were added.
private struct Shortlist {
    private(set) var entries: [ClosetCount.Listed] = []
    private let order: Order

    enum Order {
        case cheapest
        case dearest
        /// The reverse of `cheapest`.
        case dearestLastFirst

        /// Equal costs are ordered by id, then by row.
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
    // A garment without a price sorts after one that cost nothing.
    fileprivate var amount: Int64 { cost?.thousandths ?? -1 }
}
