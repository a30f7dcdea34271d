import CRDT
import Domain
import Primitives

// What may be typed on in a search: everything by a name, looked up or, for slips, looked through.
extension Store {
    /// What completes `typed`; behind `#` tags alone, behind `@` people.
    func completions(of typed: String, limit: Int) throws(StorageError) -> [Completion] {
        let sign = typed.first.flatMap { "#@".contains($0) ? $0 : nil }
        let text = SearchText.folded(sign == nil ? typed : String(typed.dropFirst()))
        var all: [Completion] = []
        if sign != "@" { all += try tagCompletions(text) }
        if sign != "#" { all += try peopleCompletions() }
        if sign == nil {
            all += try collectionCompletions()
            all += try detailCompletions(.category, .category)
            all += try detailCompletions(.brand, .brand)
        }
        return Completion.ranked(all, by: text, limit: limit)
    }

    private func tagCompletions(_ text: String) throws(StorageError) -> [Completion] {
        var found = try tags(prefix: text, limit: Limits.pageMax)
        if found.count < Self.enough {
            // Few begin so: below another tag, or with a slip, some may.
            let known = found.map(\.name)
            found += try tags(prefix: "", limit: Self.lookedThrough)
                .filter { !known.contains($0.name) }
        }
        return found.map {
            Completion(.tag, name: $0.name, query: "#" + $0.name.spelledAsValue, count: $0.count)
        }
    }

    private func peopleCompletions() throws(StorageError) -> [Completion] {
        var completions: [Completion] = []
        for contact in try contacts() {
            let row = try database.row(
                "SELECT id FROM people WHERE person = ? ORDER BY id",
                [.blob(contact.person.key.bytes)]
            ) { $0.integer(0) }
            let count = try row.map { (row) throws(StorageError) in
                try database.row(CompletionSQL.ofPerson, [.integer(row)]) { $0.integer(0) } ?? 0
            }
            completions.append(
                Completion(
                    .person, name: contact.name, query: "by:@" + contact.name.spelledAsValue,
                    count: Int(count ?? 0)))
        }
        return completions
    }

    private func collectionCompletions() throws(StorageError) -> [Completion] {
        var completions = try collectionRecords().map {
            Completion(
                .collection, name: $0.folded, query: "in:" + $0.folded.spelledAsValue, count: 0)
        }
        for group in try namedGroups() where try state(of: group) == .member {
            let name = Audience.groupPrefix + group.name
            completions.append(
                Completion(.group, name: group.name, query: "in:" + name.spelledAsValue, count: 0))
        }
        return completions
    }

    private func detailCompletions(
        _ sort: Completion.Sort, _ name: DetailName
    ) throws(StorageError) -> [Completion] {
        try database.rows(
            CompletionSQL.details,
            [.integer(Int(name.rawValue)), .integer(Self.lookedThrough)]
        ) { (row) throws(StorageError) in
            Completion(
                sort, name: row.text(0), query: "\(name.word):" + row.text(0).spelledAsValue,
                count: Int(row.integer(1)))
        }
    }

    /// Where so many tags begin so, no other is looked for.
    private static let enough = 10
    /// So many names of one sort are looked through: about 10 ms.
    private static let lookedThrough = 5000
}

private enum CompletionSQL {
    static let ofPerson = """
        SELECT count(*) FROM objects WHERE author = ? AND hidden = 0 AND kind \(KindSQL.isThing)
        ORDER BY 1
        """
    // Of spellings that fold alike the first is shown.
    static let details = """
        SELECT min(f.value), count(*) FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail = ? AND o.hidden = 0 GROUP BY f.folded ORDER BY count(*) DESC, f.folded
        LIMIT ?
        """
}
