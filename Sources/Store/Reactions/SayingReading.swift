import CRDT
import Domain
import Primitives
import Wire

// Reads reactions and comments on a thing.
extension Store {
    /// Returns each person's reaction to the thing in a row, newest first.
    func personReactions(row: Int64) throws(StorageError) -> [PersonReaction] {
        guard let thing = try thing(inRow: row) else { return [] }
        var shown: [PersonReaction] = []
        for said in try reactions(to: thing.reference.column) {
            shown.append(
                PersonReaction(
                    author: try author(row: said.person), reaction: said.value, at: said.at))
        }
        return shown.sorted { ($1.at, $0.author.person) < ($0.at, $1.author.person) }
    }

    /// Returns a page of the comments on the thing in a row, oldest first.
    ///
    /// - Parameter cursor: the position where the previous page ended.
    func comments(
        row: Int64, limit: Int, cursor: String?
    ) throws(StorageError) -> Result<CommentPage, Problem> {
        guard (1...Limits.pageMax).contains(limit) else {
            return .failure(
                Problem(
                    .invalidValue, "a page can have 1 to \(Limits.pageMax) comments, not \(limit)",
                    fix: "ask for fewer at once and follow the cursor"))
        }
        var place = CommentPlace(id: ObjectID(.zero), object: 0)
        if let cursor {
            guard let named = CommentPlace(cursor: cursor) else {
                return .failure(
                    Problem(
                        .invalidValue, "this cursor is not valid for comments",
                        fix: "start again without a cursor"))
            }
            place = named
        }
        guard let thing = try thing(inRow: row) else {
            return .success(CommentPage(items: [], nextCursor: nil, total: 0))
        }
        let target = thing.reference.column
        let total =
            try database.row(
                "SELECT count(*) FROM comments WHERE target = ? ORDER BY 1", [.integer(target)]
            ) { Int($0.integer(0)) } ?? 0
        let found = try database.rows(
            CommentSQL.page,
            [
                .integer(target), .blob(place.id.bytes.bytes), .integer(place.object),
                .integer(limit + 1),
            ]
        ) { (row) throws(StorageError) in
            guard let id = Bytes16(row.bytes(0)) else { throw .corrupt }
            return CommentPlace(id: ObjectID(id), object: row.integer(1))
        }
        let shown = found.prefix(limit)
        var parents: [Bytes16: ObjectID]?
        var items: [Comment] = []
        for entry in shown {
            if let comment = try comment(row: entry.object, &parents) { items.append(comment) }
        }
        return .success(
            CommentPage(
                items: items, nextCursor: found.count > limit ? shown.last?.cursor : nil,
                total: total))
    }

    /// Returns the comment in a row; nil if there is none or it is not shown.
    func comment(row: Int64) throws(StorageError) -> Comment? {
        var parents: [Bytes16: ObjectID]?
        return try comment(row: row, &parents)
    }

    // `parents` caches the comments on the same thing by reference, once it was needed.
    private func comment(
        row number: Int64, _ parents: inout [Bytes16: ObjectID]?
    ) throws(StorageError) -> Comment? {
        let found = try database.row(CommentSQL.comment, [.integer(number)]) { row in
            (
                id: row.bytes(0), person: row.integer(1), edited: row.integer(2),
                parent: Bytes16(row.bytes(3)), text: row.text(4), target: row.integer(5)
            )
        }
        guard let found, let id = Bytes16(found.id) else { return nil }
        var answered: ObjectID?
        if let parent = found.parent {
            if parents == nil { parents = try commentsByReference(on: found.target) }
            // A reply to something later would create a cycle.
            answered = parents?[parent].flatMap { $0 < ObjectID(id) ? $0 : nil }
        }
        return Comment(
            author: try author(row: found.person), id: ObjectID(id), text: found.text,
            at: ObjectID(id).created,
            edited: found.edited > 0 ? WallTime(milliseconds: UInt64(found.edited)) : nil,
            inReplyTo: answered)
    }

    /// Returns the comments on a thing by the references that replies use.
    func commentsByReference(
        on target: Int64
    ) throws(StorageError) -> [Bytes16: ObjectID] {
        let rows = try database.rows(CommentSQL.all, [.integer(target)]) {
            (row) throws(StorageError) in (row.bytes(0), row.integer(1))
        }
        var people: [Int64: PersonID] = [:]
        var found: [Bytes16: ObjectID] = [:]
        for (bytes, author) in rows {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            if people[author] == nil { people[author] = try self.author(row: author).person }
            guard let person = people[author] else { continue }
            found[Derivation.reference(to: ObjectID(id), of: person)] = ObjectID(id)
        }
        return found
    }

    /// Finds a comment by its id or the end of it.
    ///
    /// - Parameter thing: the thing that it must be on; nil for any.
    func comment(
        _ reference: Reference, on thing: ObjectRow?
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        guard case .id(let text) = reference else { return .failure(.unknownComment(reference)) }
        let end = text.uppercased().filter { $0 != "-" }
        guard end.utf8.count >= 8 else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(text)) is too short for a comment id",
                    fix: "use the 8 characters from weft comment ls"))
        }
        let rows = try database.rows(CommentSQL.ids) { (row) throws(StorageError) in
            (row.integer(0), row.bytes(1))
        }
        var numbers: [Int64] = []
        for (number, bytes) in rows {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            if ObjectID(id).text.hasSuffix(end) { numbers.append(number) }
        }
        guard let number = numbers.first, let row = try object(row: number) else {
            return .failure(.unknownComment(reference))
        }
        guard numbers.count == 1 else {
            return .failure(
                Problem(
                    .ambiguous, "\(Problem.quote(text)) matches several comments",
                    fix: "type more of the id"))
        }
        if let thing {
            let author = try author(row: thing.author).person
            guard
                row.reference(Schema.Comment.target)
                    == Derivation.reference(to: thing.id, of: author)
            else {
                return .failure(
                    Problem(
                        .invalidValue, "\(row.id.short) is a comment on something else",
                        fix: "weft comment ls \(thing.id.short)"))
            }
        }
        return .success(row)
    }

    private func thing(inRow number: Int64) throws(StorageError) -> ThingKey? {
        guard let row = try object(row: number) else { return nil }
        return ThingKey(
            author: row.author, person: try author(row: row.author).person, id: row.id)
    }
}

/// The position of a comment on its thing. An id begins with its creation time, and several authors may use the same
/// id.
private struct CommentPlace {
    let id: ObjectID
    let object: Int64

    init(id: ObjectID, object: Int64) {
        self.id = id
        self.object = object
    }

    // The id of 16 bytes and the row of 8, in base 32.
    var cursor: String {
        var writer = ByteWriter(capacity: 24)
        writer.raw(id.bytes.bytes)
        writer.u64(UInt64(bitPattern: object))
        return Base32.encode(writer.bytes)
    }

    init?(cursor: String) {
        guard cursor.utf8.count <= 40, let bytes = Base32.decode(cursor), bytes.count == 24,
            let id = Bytes16(Array(bytes[..<16]))
        else { return nil }
        self.id = ObjectID(id)
        object = bytes[16...].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
}

private enum CommentSQL {
    static let page = """
        SELECT id, object FROM comments WHERE target = ?1 AND (id, object) > (?2, ?3)
        ORDER BY id, object LIMIT ?4
        """
    static let comment = """
        SELECT id, person, ifnull(edited, 0), parent, text, target FROM comments WHERE object = ?
        ORDER BY object
        """
    static let all = """
        SELECT id, person FROM comments WHERE target = ? ORDER BY id, object
        """
    static let ids = """
        SELECT object, id FROM comments ORDER BY object
        """
}
