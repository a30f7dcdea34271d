import CRDT
import Domain
import Primitives
import Wire

// How things name each other (`ThingReference`). A visible thing has its own reference in a row beside its details,
// by which it is found. A reference cannot be turned back into a thing otherwise.
extension Store {
    /// The value of `facets.detail` for a thing's own reference; no detail has it.
    static let ownReference = 250

    /// Writes the reference by which others name the thing in a row.
    func saveReference(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        let text = try reference(to: row.id, of: row.author).text
        try database.run(
            "INSERT INTO facets (object, detail, value, folded, number) VALUES (?, ?, ?, ?, NULL)",
            .integer(number), .integer(Self.ownReference), .text(text), .text(text))
    }

    /// Returns the reference by which others name a thing.
    ///
    /// - Parameter author: the row of its author.
    func reference(to id: ObjectID, of author: Int64) throws(StorageError) -> ThingReference {
        let found = try database.row(
            "SELECT person FROM people WHERE id = ? ORDER BY id", [.integer(author)]
        ) { $0.bytes(0) }
        guard let found, let key = Bytes32(found) else { throw .corrupt }
        return ThingReference(Derivation.reference(to: id, of: PersonID(key)))
    }

    /// Returns the references by which others name these things; nil for what is not here or is ambiguous.
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

    /// Returns the row of what a reference names, if this person can see it. Things outside the trash come first,
    /// then the home before copies.
    func row(of reference: ThingReference) throws(StorageError) -> Int64? {
        try database.row(
            ReferenceSQL.row, [.integer(Self.ownReference), .text(reference.text)]
        ) { $0.integer(0) }
    }

    /// Returns the rows of what these references name, in their order, without those that are not here.
    func rows(of references: [ThingReference]) throws(StorageError) -> [Int64] {
        var rows: [Int64] = []
        for reference in references {
            if let row = try row(of: reference) { rows.append(row) }
        }
        return rows
    }

    /// Returns the visible things that a thing names, sorted.
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

    /// Returns the rows of what is in the visible closets called `name`, which is folded by `SearchText`; nil if
    /// there is no such closet.
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

    /// Creates the references of things that were stored before references existed.
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
    // The second condition repeats that of the partial index, so that SQLite uses it.
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
