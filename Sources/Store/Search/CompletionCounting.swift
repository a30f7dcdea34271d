import Domain
import Primitives

// Counts how many things a completion finds: roughly while ranking, exactly for the completions that are shown.
extension Store {
    /// Returns the `count` names that rank first, after counting the things that each finds up to `most`.
    func first(
        _ count: Int, of names: [CompletionName], countedTo most: Int
    ) throws(StorageError) -> [CompletionName] {
        var names = names
        // A count below its bound is already exact.
        for index in names.indices where names[index].completion.count >= names[index].countedTo {
            names[index].completion.count = try roughly(names[index], most)
            names[index].countedTo = most
        }
        names.sort { $0.isBefore($1) }
        return Array(names.prefix(count))
    }

    private func roughly(
        _ name: CompletionName, _ most: Int
    ) throws(StorageError) -> Int {
        switch name.source {
        case .collection, .person(nil): return 0
        case .person(let row?): return try countThings(of: row, atMost: most)
        case .place(let folded): return try few(atPlace: folded, most)
        case .detail(let asked):
            var count = 0
            for detail in asked.asked where count < most {
                count += try few(Carriers(detail, name.completion.name), most - count)
            }
            return count
        case .tag(let numbers):
            var count = 0
            for number in numbers where count < most {
                count += try few(Carriers(tag: number), most - count)
            }
            return count
        }
    }

    // MARK: Exact counts

    /// Returns the completion with the number of visible things it finds, up to `Completion.countMax`; nil for a tag
    /// or detail that no visible thing carries, and for a place that is not itself visible.
    func counted(
        _ name: CompletionName, without hidden: RowSet
    ) throws(StorageError) -> Completion? {
        var counted = name.completion
        switch name.source {
        case .collection:
            counted.count = 0
            return counted
        case .person(let row):
            let count = try row.map { (row) throws(StorageError) in
                try countThings(of: row, atMost: Completion.countMax)
            }
            counted.count = count ?? 0
            return counted
        case .tag(let numbers):
            counted.count = try count(numbers.map { Carriers(tag: $0) }, without: hidden)
            return counted.count > 0 ? counted : nil
        case .place(let folded):
            guard let found = try self.counted(atPlace: folded, without: hidden) else { return nil }
            (counted.name, counted.count) = found
            return counted
        case .detail(let asked):
            let folded = counted.name
            var count = 0
            for detail in asked.asked where count < Completion.countMax {
                let found = try self.count([Carriers(detail, folded)], without: hidden)
                if count == 0, found > 0 {
                    counted.name = try spelling(of: folded, in: detail, without: hidden)
                }
                count = min(count + found, Completion.countMax)
            }
            counted.count = count
            return count > 0 ? counted : nil
        }
    }

    // Counts visible things, up to `Completion.countMax`. Several spellings may find the same thing, so rows are
    // deduplicated.
    private func count(
        _ spellings: [Carriers], without hidden: RowSet
    ) throws(StorageError) -> Int {
        let hiddenCount = hidden.count
        let most = Completion.countMax + hiddenCount
        if let only = spellings.first, spellings.count == 1 {
            let count = try few(only, most)
            if hiddenCount == 0 || count == most { return min(count, Completion.countMax) }
            if hiddenCount < count {
                var unseen = 0
                for row in hidden.rows {
                    let values = only.values + [.integer(row)]
                    if try database.row(only.oneOf, values, { _ in true }) != nil { unseen += 1 }
                }
                return min(count - unseen, Completion.countMax)
            }
        }
        var rows = RowSet()
        for carriers in spellings {
            let found = try database.rows(carriers.rows, carriers.values + [.integer(most)]) {
                (row) throws(StorageError) in row.integer(0)
            }
            for row in found { rows.insert(row) }
        }
        rows.subtract(hidden)
        return min(rows.count, Completion.countMax)
    }

    // Of the spellings that fold alike, the oldest visible one is shown.
    private func spelling(
        of folded: String, in detail: DetailName, without hidden: RowSet
    ) throws(StorageError) -> String {
        let statement = try database.statement(CarrierSQL.spellings)
        statement.bind(1, Int(detail.rawValue))
        statement.bind(2, .text(folded))
        defer { statement.reset() }
        while try statement.step() {
            if !hidden.contains(statement.integer(0)) { return statement.text(1) }
        }
        return folded
    }

    private func few(_ carriers: Carriers, _ most: Int) throws(StorageError) -> Int {
        let values = carriers.values + [.integer(most)]
        return try database.row(carriers.few, values) { Int($0.integer(0)) } ?? 0
    }
}

/// The SQL statements that find the things with a tag or with a detail value.
private struct Carriers {
    let values: [SQLValue]
    /// Counts the rows, up to the last bound value.
    let few: String
    /// Selects the rows in ascending order, up to the last bound value.
    let rows: String
    /// Returns one row if the last bound value is among the rows.
    let oneOf: String

    /// Selects things with one spelling of a tag.
    init(tag: Int64) {
        values = [.integer(tag)]
        (few, rows, oneOf) = (CarrierSQL.fewOfTag, CarrierSQL.ofTag, CarrierSQL.isOfTag)
    }

    /// Selects things whose detail has this folded value.
    init(_ detail: DetailName, _ folded: String) {
        values = [.integer(Int(detail.rawValue)), .text(folded)]
        oneOf = CarrierSQL.isOfDetail
        // A place may list one category in two spellings. DISTINCT doubles the cost, so only lists use it.
        (few, rows) =
            detail == .categories
            ? (CarrierSQL.fewOfList, CarrierSQL.ofList)
            : (CarrierSQL.fewOfDetail, CarrierSQL.ofDetail)
    }
}

private enum CarrierSQL {
    static let ofTag = "SELECT object FROM tagged WHERE tag = ? ORDER BY object LIMIT ?"
    static let fewOfTag = "SELECT count(*) FROM (\(ofTag))"
    static let isOfTag = "SELECT object FROM tagged WHERE tag = ? AND object = ? ORDER BY object"
    static let ofDetail = """
        SELECT object FROM facets WHERE detail = ? AND folded = ? ORDER BY object LIMIT ?
        """
    static let fewOfDetail = "SELECT count(*) FROM (\(ofDetail))"
    static let ofList = """
        SELECT DISTINCT object FROM facets WHERE detail = ? AND folded = ? ORDER BY object LIMIT ?
        """
    static let fewOfList = "SELECT count(*) FROM (\(ofList))"
    static let isOfDetail = """
        SELECT object FROM facets WHERE detail = ? AND folded = ? AND object = ?
        ORDER BY object LIMIT 1
        """
    static let spellings = """
        SELECT object, value FROM facets WHERE detail = ? AND folded = ? ORDER BY object, value
        """
}
