import CRDT
import Domain
import Primitives

/// What a collection stands for.
struct CollectionRecord {
    /// Its row.
    let row: Int64
    /// The row of its author.
    let author: Int64
    let isMine: Bool
    /// Its name, folded by `SearchText`.
    let folded: String
    /// The search it stands for; nil if its members were put in by hand.
    let query: String?
    /// Author and object of each member, in order.
    let members: [[UInt8]]
}

extension Store {
    /// Every collection that people see: the own ones first, then by row.
    func collectionRecords() throws(StorageError) -> [CollectionRecord] {
        let me = try me
        let rows = try database.rows(
            CollectionSQL.all, [.integer(me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var records: [CollectionRecord] = []
        for number in rows {
            guard let row = try object(row: number) else { continue }
            let query = row.state.register(Schema.Collection.query)?.shown?.value
            records.append(
                CollectionRecord(
                    row: number, author: row.author, isMine: row.author == me,
                    folded: SearchText.folded(row.collectionName),
                    query: query.map { String(decoding: $0, as: UTF8.self) },
                    members: row.members.map(\.key)))
        }
        return records
    }

    /// The rows of members by author and object, as far as they are here; in that order.
    func rows(ofMembers members: [[UInt8]]) throws(StorageError) -> [Int64] {
        var rows: [Int64] = []
        for member in members where member.count == 48 {
            let found = try database.row(
                CollectionSQL.member,
                [.blob(Array(member[32...])), .blob(Array(member[..<32]))]
            ) { $0.integer(0) }
            if let found { rows.append(found) }
        }
        return rows
    }

    /// The people that are shown under this name, which is folded by `SearchText`; rising.
    func people(named name: String) throws(StorageError) -> [Int64] {
        let me = try me
        let people = try database.rows(CollectionSQL.people, []) { (row) throws(StorageError) in
            (row: row.integer(0), name: row.text(1))
        }
        return people.filter {
            SearchText.folded($0.row == me ? owner.name : $0.name) == name
        }.map(\.row)
    }
}

private enum CollectionSQL {
    // The second condition is the index's own, so that SQLite takes it.
    static let all = """
        SELECT id FROM objects WHERE kind = 2 AND kind > 1 AND hidden = 0
        ORDER BY author <> ?, id
        """
    static let member = """
        SELECT o.id FROM objects o JOIN people p ON p.id = o.author
        WHERE o.object = ? AND p.person = ? AND o.kind \(KindSQL.isThing) AND o.hidden < 2 ORDER BY o.audience
        """
    static let people = "SELECT id, name FROM people ORDER BY id"
}
