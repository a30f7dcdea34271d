import CRDT
package import Domain
import Primitives

/// The state of counting garments in slices, so that peers do not wait for it. A garment that changes meanwhile is
/// counted as it was when its turn came.
package struct GarmentCounting {
    fileprivate enum Source {
        /// All own garments after this row.
        case own(after: Int64)
        /// The contents of a closet from this index on.
        case closet([ThingReference], next: Int)
    }

    fileprivate var source: Source
    fileprivate var count = ClosetCount()
    /// The number of things in the closet that are not visible.
    fileprivate var hidden = 0

    /// Reading this many days costs as much as looking up one garment.
    fileprivate static let daysPerGarment = 50
}

// Counts what garments are worth and how they are worn.
extension Store {
    /// Begins to count a closet's contents, or all own garments. Outfits in a closet are skipped, because they
    /// consist of garments.
    package func count(
        in closet: Reference?
    ) throws(StorageError) -> Result<GarmentCounting, Problem> {
        guard let closet else { return .success(GarmentCounting(source: .own(after: 0))) }
        let number: Int64
        switch try resolve(closet) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): number = found
        }
        guard let row = try object(row: number) else { throw .corrupt }
        guard let kind = row.thing, kind == .closet else {
            return .failure(
                Problem(
                    .notFound,
                    "\(row.id.short) is \(row.thing?.named ?? "something else"), not a closet",
                    fix: "weft closet ls"))
        }
        let things = Self.details(of: row.state, kind: kind)[.things]
        let contents = things.compactMap { ThingReference(text: $0) }
        return .success(GarmentCounting(source: .closet(contents, next: 0)))
    }

    /// Continues counting for about 10 ms.
    ///
    /// - Returns: the figures once everything is counted.
    package func proceed(_ counting: inout GarmentCounting) throws(StorageError) -> ClosetStats? {
        switch counting.source {
        case .own(let last):
            guard let next = try countOwn(&counting, behind: last) else { break }
            counting.source = .own(after: next)
            return nil
        case .closet(let contents, let place):
            let next = try countContents(&counting, contents, from: place)
            guard next == contents.count else {
                counting.source = .closet(contents, next: next)
                return nil
            }
        }
        return try ClosetStats(counting.count, hidden: counting.hidden) {
            (row) throws(StorageError) in try bookmarks(rows: [row]).first { !$0.isTrashed }
        }
    }

    // Returns the last row counted; nil if there are no more. Garments of others are skipped, but count against the
    // slice.
    private func countOwn(
        _ counting: inout GarmentCounting, behind last: Int64
    ) throws(StorageError) -> Int64? {
        let me = try me
        let rows = try database.rows(
            CountingSQL.garments,
            [.integer(Int(Kind.garment.rawValue)), .integer(last), .integer(limits.countedRows)]
        ) { (row) throws(StorageError) in
            (number: row.integer(0), isOwn: row.integer(1) == me && row.integer(2) == 0)
        }
        var left = limits.countedRows * GarmentCounting.daysPerGarment
        for row in rows {
            if row.isOwn { left -= try count(row.number, &counting) }
            if left <= 0 { return row.number }
        }
        return rows.count == limits.countedRows ? rows.last?.number : nil
    }

    // Returns the index after the last one counted.
    private func countContents(
        _ counting: inout GarmentCounting, _ contents: [ThingReference], from place: Int
    ) throws(StorageError) -> Int {
        var left = limits.countedRows * GarmentCounting.daysPerGarment
        var place = place
        while place < contents.count, left > 0 {
            left -= GarmentCounting.daysPerGarment
            if let row = try row(of: contents[place]) {
                left -= try count(row, &counting)
            } else {
                counting.hidden += 1
            }
            place += 1
        }
        return place
    }

    // Counts the garment in a row, unless it is something else or in the trash. Returns on how many days it was worn.
    private func count(
        _ number: Int64, _ counting: inout GarmentCounting
    ) throws(StorageError) -> Int {
        let me = try me
        let found = try database.row(CountingSQL.figures, [.integer(number)]) { row in
            (
                id: row.bytes(0), isMine: row.integer(1) == me, price: row.text(2),
                days: Int(row.integer(3))
            )
        }
        guard let found else { return 0 }
        guard let id = Bytes16(found.id) else { throw .corrupt }
        var price: Price?
        if !found.price.isEmpty, case .success(let told) = Price.parse(found.price) { price = told }
        counting.count.add(
            ClosetCount.Garment(
                row: number, id: ObjectID(id), isMine: found.isMine, price: price,
                days: found.days))
        return found.days
    }
}

private enum CountingSQL {
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let garments = """
        SELECT b.object, o.author, o.hidden FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND b.object > ? ORDER BY b.object LIMIT ?
        """
    static let figures = """
        SELECT o.object, o.author,
        (SELECT p.value FROM facets p
            WHERE p.object = o.id AND p.detail = \(DetailName.price.rawValue)
            ORDER BY p.value LIMIT 1),
        (SELECT count(*) FROM facets w
            WHERE w.object = o.id AND w.detail = \(DetailName.worn.rawValue))
        FROM objects o WHERE o.id = ? AND o.kind = \(Kind.garment.rawValue) AND o.hidden = 0
        ORDER BY o.id
        """
}
