import CRDT
package import Domain
import Primitives

// Reads things for display from their columns; the state is decoded only if a concurrent write lost.
extension Store {
    /// Returns the thing in `row`, even from the trash, with what it names and what names it; nil if there is none or
    /// it is not visible to people.
    package func bookmark(row: Int64) throws(StorageError) -> Bookmark? {
        var reader = BookmarkReader(self)
        var thing = try reader.bookmark(row: row)
        if let found = thing, found.kind != .link {
            thing?.parts = try parts(of: found)
            thing?.namedBy = try things(naming: found)
        }
        return thing
    }

    /// Returns the name of the thing in `row`, or its address if it has no name; nil if it is not visible to people.
    package func name(ofThing row: Int64) throws(StorageError) -> String? {
        try database.row(BookmarkSQL.name, [.integer(row)]) { found in
            let title = found.text(0)
            return title.isEmpty ? found.text(1) : title
        }
    }

    /// Returns the things in `rows`, in that order, without those that are not visible.
    func bookmarks(rows: [Int64]) throws(StorageError) -> [Bookmark] {
        var reader = BookmarkReader(self)
        var bookmarks: [Bookmark] = []
        for row in rows {
            if let bookmark = try reader.bookmark(row: row) { bookmarks.append(bookmark) }
        }
        return bookmarks
    }

    /// Returns the person in a row of `people` under their displayed name.
    package func author(row: Int64) throws(StorageError) -> Author {
        let found = try database.row(BookmarkSQL.person, [.integer(row)]) { row in
            (row.bytes(0), row.text(1))
        }
        guard let found, let key = Bytes32(found.0) else { throw .corrupt }
        let isMe = row == (try me)
        return Author(
            person: PersonID(key), name: isMe ? owner.name : found.1, isMe: isMe)
    }

    /// Returns a link's tags sorted by folded name, each in its oldest spelling.
    func tagNames(of row: Int64) throws(StorageError) -> [String] {
        let tags = try database.rows(BookmarkSQL.tags, [.integer(row)]) {
            (row) throws(StorageError) in (folded: row.text(0), name: row.text(1))
        }
        var names: [String] = []
        var last: String?
        for tag in tags where tag.folded != last {
            names.append(tag.name)
            last = tag.folded
        }
        return names
    }

    /// Returns the audiences of an own link besides its home; for another person's link, the one it was found in.
    func placement(
        of row: Int64, author: Int64, foundIn audience: Int64
    ) throws(StorageError) -> [Audience] {
        var numbers = [audience]
        if author == (try me), audience == Place.private.number {
            numbers = try database.rows(BookmarkSQL.places, [.integer(row)]) {
                (row) throws(StorageError) in row.integer(0)
            }
        }
        return try numbers.map { (number) throws(StorageError) in
            try self.audience(at: try Place(column: number))
        }
    }

    /// Returns the values that lost against a concurrent write to the address, the title, the note or a detail.
    func conflicts(of row: Int64) throws(StorageError) -> [Conflict] {
        guard let object = try object(row: row), let kind = object.thing else { return [] }
        var conflicts: [Conflict] = []
        for (field, survivor) in object.state.losing(of: kind) {
            conflicts.append(
                Conflict(
                    field: field, losingValue: String(decoding: survivor.value, as: UTF8.self),
                    by: try author(row: try writer(of: survivor) ?? object.author),
                    at: survivor.carrier.stamp.wall))
        }
        return conflicts
    }

    // In a group the writer may differ from the thing's author. For a chain that is no longer here, or was left out,
    // the author is assumed.
    private func writer(of survivor: Register.Survivor) throws(StorageError) -> Int64? {
        try chain(survivor.carrier.chain).map { (chain) throws(StorageError) in
            try person(of: chain)
        }
    }

    /// Stores the number of lost writes in the columns, for searches and so that readers know when to decode the
    /// state.
    func noteConflicts(
        _ row: Int64, _ state: ObjectState, of kind: Kind
    ) throws(StorageError) {
        let count = state.losing(of: kind).count
        guard count > 0 else { return }
        try database.run(BookmarkSQL.noteConflicts, .integer(count), .integer(row))
    }
}

extension ObjectState {
    /// The writes to a thing's texts that lost and are preserved, by field.
    fileprivate func losing(of kind: Kind) -> [(field: String, survivor: Register.Survivor)] {
        let details = kind.details.filter { !$0.isList }.map { ($0.field, $0.name.word) }
        let texts = [
            (Schema.Thing.url, "url"), (Schema.Thing.title, "title"),
            (Schema.Thing.note, "note"),
        ]
        return (texts + details).flatMap { field, name in
            (register(field)?.conflicts ?? []).map { (name, $0) }
        }
    }
}

/// Reads things one after the other, and caches their authors.
private struct BookmarkReader {
    private let store: Store
    private var authors: [Int64: Author] = [:]

    init(_ store: Store) {
        self.store = store
    }

    mutating func bookmark(row: Int64) throws(StorageError) -> Bookmark? {
        let statement = try store.database.statement(BookmarkSQL.bookmark)
        statement.bind(1, row)
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        guard let id = Bytes16(statement.bytes(0)) else { throw .corrupt }
        let author = statement.integer(1)
        let url = statement.text(4)
        let hasConflicts = statement.integer(11) > 0
        guard let kind = Kind(rawValue: UInt8(clamping: statement.integer(12))) else {
            throw .corrupt
        }
        let canonical = CanonicalURL.canonical(url)
        var bookmark = Bookmark(
            author: try self.author(author), id: ObjectID(id), url: url,
            canonicalURL: canonical, title: statement.text(5),
            note: statement.text(6), tags: try store.tagNames(of: row),
            size: TileSize(rawValue: UInt8(clamping: statement.integer(7))) ?? .medium,
            isUnread: statement.integer(8) != 0, added: Self.time(statement.integer(9)),
            updated: Self.time(statement.integer(10)),
            placement: try store.placement(
                of: row, author: author, foundIn: statement.integer(2)),
            isTrashed: statement.integer(3) == 1,
            conflicts: hasConflicts ? try store.conflicts(of: row) : [], kind: kind,
            details: try store.details(of: row, kind),
            reactions: Reactions(
                likes: Int(statement.integer(13)), dislikes: Int(statement.integer(14)),
                comments: Int(statement.integer(15)), followers: Int(statement.integer(17)),
                own: Reaction(rawValue: UInt8(clamping: statement.integer(16)))))
        if bookmark.isTrashed { bookmark.lateChange = try store.lateChange(row: row) }
        if kind == .link { bookmark.highlights = try store.highlights(of: canonical) }
        return bookmark
    }

    private mutating func author(_ row: Int64) throws(StorageError) -> Author {
        if let known = authors[row] { return known }
        let author = try store.author(row: row)
        authors[row] = author
        return author
    }

    private static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(milliseconds: UInt64(max(0, milliseconds)))
    }
}

private enum BookmarkSQL {
    static let bookmark = """
        SELECT o.object, o.author, o.audience, o.hidden, b.url, b.title, b.note, b.size,
        \(PrivateNoteSQL.unread), b.added, b.updated, b.conflicts, b.kind, t.likes, t.dislikes,
        t.comments, t.own, t.followers
        FROM bookmarks b JOIN objects o ON o.id = b.object
        LEFT JOIN tallies t ON t.object = b.object
        WHERE b.object = ? AND o.hidden < 2 ORDER BY b.object
        """
    static let name = """
        SELECT b.title, b.url FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.object = ? AND o.hidden < 2 ORDER BY b.object
        """
    static let person = "SELECT person, name FROM people WHERE id = ? ORDER BY id"
    static let tags = """
        SELECT g.folded,
        (SELECT f.name FROM tags f WHERE f.folded = g.folded ORDER BY f.id LIMIT 1)
        FROM tagged t JOIN tags g ON g.id = t.tag WHERE t.object = ? ORDER BY g.folded
        """
    static let places = """
        SELECT audience FROM placed WHERE object = ? AND audience > 1 ORDER BY audience
        """
    static let noteConflicts = "UPDATE bookmarks SET conflicts = ? WHERE object = ?"
}
