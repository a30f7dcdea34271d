import Domain
import Primitives

// How many things a name finds: roughly, to tell which names come first, and to the end of what is shown.
extension Store {
    /// The names that rank first by how many things each finds, counted up to `most`.
    func first(
        _ count: Int, of names: [CompletionName], countedTo most: Int, by text: String
    ) throws(StorageError) -> [CompletionName] {
        let roughly = try names.map { (name) throws(StorageError) in
            name.completion(count: try self.roughly(name, most))
        }
        return Completion.ranking(of: roughly, by: text).prefix(count).map { names[$0] }
    }

    private func roughly(
        _ name: CompletionName, _ most: Int
    ) throws(StorageError) -> Int {
        switch name.source {
        case .collection, .person(nil): return 0
        case .person(let row?): return try few(CompletionSQL.fewOfPerson, [.integer(row)], most)
        case .place(let folded): return try few(atPlace: folded, most)
        case .detail(let asked):
            var count = 0
            for detail in asked.asked where count < most {
                let values: [SQLValue] = [.integer(Int(detail.rawValue)), .text(name.name)]
                count += try few(CompletionSQL.fewOfDetail, values, most)
            }
            return count
        case .tag(let numbers):
            var count = 0
            for number in numbers where count < most {
                count += try few(CompletionSQL.fewOfTag, [.integer(number)], most)
            }
            return count
        }
    }

    private func few(
        _ sql: String, _ values: [SQLValue], _ most: Int
    ) throws(StorageError) -> Int {
        try database.row(sql, values + [.integer(most)]) { Int($0.integer(0)) } ?? 0
    }

    /// With the number of all that it finds in sight; nil of a tag or a detail that nothing in sight
    /// carries, and of a place that is not in sight itself.
    func counted(
        _ name: CompletionName, without hidden: RowSet
    ) throws(StorageError) -> Completion? {
        switch name.source {
        case .collection: return name.completion(count: 0)
        case .person(let row):
            let count = try row.map { (row) throws(StorageError) in
                try database.row(CompletionSQL.ofPerson, [.integer(row)]) { $0.integer(0) } ?? 0
            }
            return name.completion(count: Int(count ?? 0))
        case .tag(let numbers):
            let count = try count(of: numbers, without: hidden)
            return count > 0 ? name.completion(count: count) : nil
        case .place(let folded):
            guard let found = try counted(atPlace: folded, without: hidden) else { return nil }
            var spelled = name
            spelled.name = found.spelled
            return spelled.completion(count: found.count)
        case .detail(let asked):
            var spelled: CompletionName?
            var count = 0
            for detail in asked.asked {
                guard let found = try counted(name, by: detail, without: hidden) else { continue }
                spelled = spelled ?? found.spelled
                count += found.count
            }
            return spelled?.completion(count: count)
        }
    }

    // Of spellings that fold alike the one that came first is shown.
    private func counted(
        _ name: CompletionName, by detail: DetailName, without hidden: RowSet
    ) throws(StorageError) -> (spelled: CompletionName, count: Int)? {
        let statement = try database.statement(CompletionSQL.ofDetail)
        statement.bind(1, SQLValue.integer(Int(detail.rawValue)))
        statement.bind(2, .text(name.name))
        defer { statement.reset() }
        var spelled = name
        var last: Int64?
        var count = 0
        while try statement.step() {
            let row = statement.integer(0)
            guard !hidden.contains(row), row != last else { continue }
            if count == 0 { spelled.name = statement.text(1) }
            last = row
            count += 1
        }
        return count > 0 ? (spelled, count) : nil
    }
}

private enum CompletionSQL {
    static let ofPerson = """
        SELECT count(*) FROM objects INDEXED BY objects_of_others
        WHERE author = ? AND audience > 1 AND hidden = 0 AND kind \(KindSQL.isThing) ORDER BY 1
        """
    static let fewOfPerson = """
        SELECT count(*) FROM (
            SELECT id FROM objects INDEXED BY objects_of_others
            WHERE author = ? AND audience > 1 AND hidden = 0 AND kind \(KindSQL.isThing)
            ORDER BY audience, kind LIMIT ?
        )
        """
    static let fewOfTag = """
        SELECT count(*) FROM (
            SELECT object FROM tagged WHERE tag = ? ORDER BY object LIMIT ?
        )
        """
    static let fewOfDetail = """
        SELECT count(*) FROM (
            SELECT object FROM facets WHERE detail = ? AND folded = ? ORDER BY object LIMIT ?
        )
        """
    static let ofDetail = """
        SELECT object, value FROM facets WHERE detail = ? AND folded = ? ORDER BY object, value
        """
}
