import CRDT
import Domain
import Primitives

/// The definition of a collection.
struct CollectionRecord {
    /// The collection's row.
    let row: Int64
    /// The row of its author.
    let author: Int64
    let isMine: Bool
    /// The name, folded by `SearchText`.
    let folded: String
    /// The query; nil for a manual collection.
    let query: String?
    /// The author and object id of each member, in order.
    let members: [[UInt8]]
}

extension Store {
    /// Returns every visible collection, own ones first, then by row.
    func collectionRecords() throws(StorageError) -> [CollectionRecord] {
        let me = try me
        let rows = try database.rows(
            CollectionSQL.all, [.integer(me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var records: [CollectionRecord] = []
        for number in rows {
            guard let row = try object(row: number) else { continue }
            records.append(
                CollectionRecord(
                    row: number, author: row.author, isMine: row.author == me,
                    folded: SearchText.folded(row.collectionName),
                    query: row.text(Schema.Collection.query),
                    members: row.members.map(\.key)))
        }
        return records
    }

    /// Returns the own collections by name.
    func collections(now: WallTime) throws(StorageError) -> [Collection] {
        var collections: [Collection] = []
        for row in try collectionRows() {
            let query = row.text(Schema.Collection.query)
            var count = 0
            for member in row.members {
                if try self.row(ofMember: member.key, CollectionSQL.seen) != nil { count += 1 }
            }
            if let query, case .success(let parsed) = SearchQuery.parse(query) {
                count = try self.count(matching: parsed, now: now) ?? 0
            }
            collections.append(
                Collection(
                    author: try author(row: row.author), id: row.id, name: row.collectionName,
                    description: row.text(Schema.Collection.description) ?? "", query: query,
                    count: count, placement: []))
        }
        return collections.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Returns a page of an own collection, given by its folded name.
    ///
    /// - Parameter cursor: the position where the previous page ended. It is the position of a member, so that
    ///   nothing shows twice while others are added and removed.
    func members(
        ofCollection name: String, limit: Int, cursor: String?, now: WallTime
    ) throws(StorageError) -> Answer? {
        guard let row = try collectionRow(name) else { return .rejected(.noCollection(name)) }
        if let query = row.text(Schema.Collection.query) {
            switch try list(ListRequest(query: query, limit: limit, cursor: cursor), now: now) {
            case .page(let page): return .page(page)
            case .rejected(let problem): return .rejected(problem)
            case .indexing: return nil
            }
        }
        guard (1...Limits.pageMax).contains(limit) else { return .rejected(.pageSize(limit)) }
        var members = row.members[...]
        if let cursor {
            guard let place = MemberCursor(cursor) else { return .rejected(.badCursor) }
            members = members.drop { !place.isBefore($0) }
        }
        let muted = try muted()
        var shown: [(thing: Bookmark, member: ObjectRow.Member)] = []
        for member in members where shown.count <= limit {
            guard let row = try self.row(ofMember: member.key, CollectionSQL.seen),
                let thing = try bookmarks(rows: [row]).first, !thing.isMuted(by: muted)
            else { continue }
            shown.append((thing, member))
        }
        let page = shown.prefix(limit)
        let last = shown.count > limit ? page.last : nil
        return .page(
            ListPage(
                items: page.map(\.thing), nextCursor: last.map { MemberCursor($0.member).text },
                total: nil))
    }

    /// Returns the rows of the members that are here, in the given order; members are named by author and object.
    func rows(ofMembers members: [[UInt8]]) throws(StorageError) -> [Int64] {
        var rows: [Int64] = []
        for member in members {
            if let row = try row(ofMember: member, CollectionSQL.member) { rows.append(row) }
        }
        return rows
    }

    private func row(
        ofMember key: [UInt8], _ sql: String
    ) throws(StorageError) -> Int64? {
        guard key.count == ObjectRow.memberKeyBytes else { return nil }
        return try database.row(sql, [.blob(Array(key[32...])), .blob(Array(key[..<32]))]) {
            $0.integer(0)
        }
    }

    /// Returns the people shown under this name, which is folded by `SearchText`, in ascending order of row.
    func people(named name: String) throws(StorageError) -> [Int64] {
        try namedPeople().filter { SearchText.folded($0.name) == name }.map(\.row)
    }

    /// Returns the most similar name among known people; nil if none is similar.
    func person(calledNearly name: String) throws(StorageError) -> String? {
        Suggestion.nearest(to: name, among: try namedPeople().map(\.name))
    }

    private func namedPeople() throws(StorageError) -> [(row: Int64, name: String)] {
        let me = try me
        return try database.rows(CollectionSQL.people, []) { (row) throws(StorageError) in
            (row: row.integer(0), name: row.integer(0) == me ? owner.name : row.text(1))
        }
    }
}

private enum CollectionSQL {
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let all = """
        SELECT id FROM objects WHERE kind = 2 AND kind > 1 AND hidden = 0
        ORDER BY author <> ?, id
        """
    static let member = """
        SELECT o.id FROM objects o JOIN people p ON p.id = o.author
        WHERE o.object = ? AND p.person = ? AND o.kind \(KindSQL.isThing) AND o.hidden < 2 ORDER BY o.audience
        """
    static let seen = """
        SELECT o.id FROM objects o JOIN people p ON p.id = o.author
        WHERE o.object = ? AND p.person = ? AND o.kind \(KindSQL.isThing) AND o.hidden = 0 ORDER BY o.audience
        """
    static let people = "SELECT id, name FROM people ORDER BY id"
}
