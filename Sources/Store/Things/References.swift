import CRDT
import Domain
import Primitives
import Wire

// How things name each other (`ThingReference`). What can be seen here has its own reference in a row
// beside its details, made here, so that it is found by it. Nothing leads the other way.
extension Store {
    /// The number in the column `facets.detail` that no detail has.
    static let ownReference = 250

    /// Keeps by what others name the thing in a row.
    func saveReference(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        let text = try reference(to: row.id, of: row.author).text
        try database.run(
            "INSERT INTO facets (object, detail, value, folded, number) VALUES (?, ?, ?, ?, NULL)",
            .integer(number), .integer(Self.ownReference), .text(text), .text(text))
    }

    /// By what others name a thing.
    ///
    /// - Parameter author: the row of its author.
    func reference(to id: ObjectID, of author: Int64) throws(StorageError) -> ThingReference {
        let found = try database.row(
            "SELECT person FROM people WHERE id = ? ORDER BY id", [.integer(author)]
        ) { $0.bytes(0) }
        guard let found, let key = Bytes32(found) else { throw .corrupt }
        return ThingReference(Derivation.reference(to: id, of: PersonID(key)))
    }

    /// By what others name each of these; nil for what is not here, or is not meant clearly.
    func references(to things: [Reference]) throws(StorageError) -> [ThingReference?] {
        var references: [ThingReference?] = []
        for thing in things {
            guard case .success(let number) = try resolve(thing),
                let row = try object(row: number)
            else {
                references.append(nil)
                continue
            }
            references.append(try reference(to: row.id, of: row.author))
        }
        return references
    }

    /// The row of what a reference names, if this person can see it: what is not in the trash first,
    /// then home before copies.
    func row(of reference: ThingReference) throws(StorageError) -> Int64? {
        try database.row(
            ReferenceSQL.row, [.integer(Self.ownReference), .text(reference.text)]
        ) { $0.integer(0) }
    }

    /// The rows of what these name, as far as it is here; in their order.
    func rows(of references: [ThingReference]) throws(StorageError) -> [Int64] {
        var rows: [Int64] = []
        for reference in references {
            if let row = try row(of: reference) { rows.append(row) }
        }
        return rows
    }

    /// What a thing names that this person can see, sorted.
    func parts(of thing: Bookmark) throws(StorageError) -> [Bookmark.Part] {
        let names = thing.named.prefix(Canvas.layersMax + Limits.closetThingsMax)
        var parts: [Bookmark.Part] = []
        for name in names {
            guard let row = try row(of: name), let part = try bookmarks(rows: [row]).first else {
                continue
            }
            parts.append(Bookmark.Part(reference: name, thing: part))
        }
        return parts
    }

    /// The row of each thing that hangs in the closet called `name`, folded by `SearchText`: those of
    /// all closets of that name that can be seen. Nil if none is called so.
    func rows(inCloset name: String) throws(StorageError) -> [Int64]? {
        let closets = try database.rows(
            ReferenceSQL.closets, [.integer(Int(Kind.closet.rawValue))]
        ) { (row) throws(StorageError) in (row: row.integer(0), title: row.text(1)) }
        .filter { SearchText.folded($0.title) == name }
        guard !closets.isEmpty else { return nil }
        var rows: [Int64] = []
        for closet in closets {
            guard let bookmark = try bookmarks(rows: [closet.row]).first else { continue }
            rows += try self.rows(of: bookmark.contents)
        }
        return rows
    }

    /// Gives things their references that were put into the tables before there were any.
    func learnReferences() throws(StorageError) {
        guard try setting("references") == nil else { return }
        let rows = try database.rows(ReferenceSQL.unnamed, [.integer(Self.ownReference)]) {
            (row) throws(StorageError) in row.integer(0)
        }
        for number in rows {
            if let row = try object(row: number) { try saveReference(number, row) }
        }
        try set("references", to: [1])
    }
}

private enum ReferenceSQL {
    static let row = """
        SELECT f.object FROM facets f JOIN objects o ON o.id = f.object
        WHERE f.detail = ? AND f.folded = ? AND o.hidden < 2
        ORDER BY o.hidden, o.audience, f.object LIMIT 1
        """
    // The second condition is the index's own, so that SQLite takes it.
    static let closets = """
        SELECT b.object, b.title FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.kind = ? AND b.kind > 1 AND o.hidden = 0 ORDER BY b.object
        """
    static let unnamed = """
        SELECT object FROM bookmarks WHERE kind > 1 AND NOT EXISTS (
            SELECT 1 FROM facets f WHERE f.object = bookmarks.object AND f.detail = ?
        ) ORDER BY object
        """
}
