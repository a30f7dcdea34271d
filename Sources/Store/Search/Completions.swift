import CRDT
import Domain
import Primitives

// What may be typed on in a search: everything by a name, looked up or, for slips, looked through.
//
// To count what half a million things carry takes longer than to type a letter. So names come
// first; those that fit are counted up to a few, the first of them up to a bound, and only what is
// shown is counted to the end. Names may be a friend's, so each step has its most.
extension Store {
    /// What completes `typed`; behind `#` tags alone, behind `@` people.
    func completions(of typed: String, limit: Int) throws(StorageError) -> [Completion] {
        let sign = typed.first.flatMap { "#@".contains($0) ? $0 : nil }
        let text = SearchText.folded(sign == nil ? typed : String(typed.dropFirst()))
        var names: [CompletionName] = []
        if sign != "@" { names += try tagNames(fitting: text) }
        if sign != "#" { names += try peopleNames(fitting: text) }
        if sign == nil {
            names += try collectionNames()
            names += try detailNames(.category, .category, fitting: text)
            names += try detailNames(.brand, .brand, fitting: text)
        }
        let most = max(limit, Self.roughlyCounted)
        names = try first(most, of: names, countedTo: Self.glanceMax, by: text)
        names = try first(names.count, of: names, countedTo: Self.roughMax, by: text)
        let hidden = RowSet(try hiddenRows(from: 1))
        var shown: [Completion] = []
        for name in names {
            guard shown.count < limit else { break }
            if let counted = try counted(name, without: hidden) { shown.append(counted) }
        }
        return Completion.ranked(shown, by: text, limit: limit)
    }

    // MARK: Names

    private func tagNames(fitting text: String) throws(StorageError) -> [CompletionName] {
        var found = try tagsSpelled(prefix: text, limit: Self.lookedThrough)
        if found.count < Self.enough {
            // Few begin so: below another tag, or with a slip, some may.
            let known = found.map(\.folded)
            found += try tagsSpelled(prefix: "", limit: Self.lookedThrough)
                .filter { !known.contains($0.folded) }
        }
        return found.filter { Completion.fit(of: SearchText.folded($0.name), to: text) != nil }
            .map { CompletionName(sort: .tag, name: $0.name, source: .tag($0.numbers)) }
    }

    private func peopleNames(fitting text: String) throws(StorageError) -> [CompletionName] {
        var names: [CompletionName] = []
        for contact in try contacts()
        where Completion.fit(of: SearchText.folded(contact.name), to: text) != nil {
            let row = try knownNumber(of: contact.person)
            names.append(CompletionName(sort: .person, name: contact.name, source: .person(row)))
        }
        return names
    }

    private func collectionNames() throws(StorageError) -> [CompletionName] {
        var names = try collectionRecords().map {
            CompletionName(sort: .collection, name: $0.folded, source: .collection)
        }
        for group in try namedGroups() where try state(of: group) == .member {
            names.append(CompletionName(sort: .group, name: group.name, source: .collection))
        }
        return names
    }

    private func detailNames(
        _ sort: Completion.Sort, _ name: DetailName, fitting text: String
    ) throws(StorageError) -> [CompletionName] {
        var values = try foldedValues(of: name, from: text) { $0.utf8.starts(with: text.utf8) }
        if values.count < Self.lookedThrough {
            values += try foldedValues(of: name, from: "") { _ in true }
                .filter { !$0.utf8.starts(with: text.utf8) }
        }
        return values.filter { Completion.fit(of: $0, to: text) != nil }
            .map { CompletionName(sort: sort, name: $0, source: .detail(name)) }
    }

    // Each once, by name, from the first that is not before `start`, as long as they are asked for:
    // from one to the next is one step down the index, however many things say so.
    private func foldedValues(
        of name: DetailName, from start: String, while isAsked: (String) -> Bool
    ) throws(StorageError) -> [String] {
        let detail = SQLValue.integer(Int(name.rawValue))
        var next = try database.row(CompletionSQL.valueFrom, [detail, .text(start)]) { $0.text(0) }
        var values: [String] = []
        while let value = next, isAsked(value), values.count < Self.lookedThrough {
            values.append(value)
            next = try database.row(CompletionSQL.valueAbove, [detail, .text(value)]) { $0.text(0) }
        }
        return values
    }

    // MARK: Counting

    // The names that rank first by how many things each finds, counted up to `most`.
    private func first(
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
        case .detail(let detail):
            let values: [SQLValue] = [.integer(Int(detail.rawValue)), .text(name.name)]
            return try few(CompletionSQL.fewOfDetail, values, most)
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

    // Nil of a tag or a detail that nothing in sight carries.
    private func counted(
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
        case .detail(let detail):
            return try counted(name, by: detail, without: hidden)
        }
    }

    // Of spellings that fold alike the one that came first is shown.
    private func counted(
        _ name: CompletionName, by detail: DetailName, without hidden: RowSet
    ) throws(StorageError) -> Completion? {
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
        return count > 0 ? spelled.completion(count: count) : nil
    }

    /// Where so many tags begin so, no other is looked for.
    private static let enough = 10
    /// So many names of one sort are looked through, and if they fit counted up to `glanceMax`.
    private static let lookedThrough = 5000
    private static let glanceMax = 16
    /// So many of all sorts together, or as many as are to be shown, are counted up to `roughMax`.
    private static let roughlyCounted = 200
    /// What more than so many carry ranks by its name: 200 tags are counted so far in 5 ms.
    private static let roughMax = 500
}

/// A name that fits what is typed, and how what it finds is counted.
private struct CompletionName {
    let sort: Completion.Sort
    var name: String
    let source: Source

    /// Where what it finds stands.
    enum Source {
        /// The numbers of its spellings.
        case tag([Int64])
        /// The row of whom nothing may have come yet.
        case person(Int64?)
        /// What it finds is not counted.
        case collection
        /// Its name is folded.
        case detail(DetailName)
    }

    /// With what finds it.
    func completion(count: Int) -> Completion {
        Completion(sort, name: name, query: query, count: count)
    }

    private var query: String {
        switch sort {
        case .tag: return "#" + name.spelledAsValue
        case .person: return "by:@" + name.spelledAsValue
        case .collection: return "in:" + name.spelledAsValue
        case .group: return "in:" + (Audience.groupPrefix + name).spelledAsValue
        case .category: return "\(DetailName.category.word):" + name.spelledAsValue
        case .brand: return "\(DetailName.brand.word):" + name.spelledAsValue
        }
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
    static let valueFrom = """
        SELECT folded FROM facets WHERE detail = ? AND folded >= ? ORDER BY folded LIMIT 1
        """
    static let valueAbove = """
        SELECT folded FROM facets WHERE detail = ? AND folded > ? ORDER BY folded LIMIT 1
        """
    static let ofDetail = """
        SELECT object, value FROM facets WHERE detail = ? AND folded = ? ORDER BY object, value
        """
}
