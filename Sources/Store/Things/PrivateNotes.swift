import CRDT
import Domain
import Primitives
import Wire

// Private notes are a person's own marks on things that are not theirs alone: objects of their own in `private`. Of
// several about one thing the latest counts, as with follows. The result is stored in the column `marked`, beside
// `unread`, which holds the thing's own value. Readers always use `ifnull(marked, unread)` (`PrivateNoteSQL.unread`).
extension Store {
    /// Updates the row of a private note, and the things it is about, to match its state.
    func savePrivateNote(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        let before = try thingMarked(by: number)
        try database.run(PrivateNoteSQL.drop, .integer(number))
        if row.place == .private, row.author == (try me), row.hidden == .visible,
            row.kind == Schema.PrivateNote.kind, let said = row.privateNote
        {
            let author = try self.number(of: said.privateNote.author)
            try database.run(
                PrivateNoteSQL.keep, .integer(number), .integer(author),
                .blob(said.privateNote.thing.bytes.bytes),
                .integer(said.privateNote.isUnread ? 1 : 0),
                .integer(Int64(bitPattern: said.stamp.rawValue)))
            memory.hasPrivateNotes = true
        }
        let after = try thingMarked(by: number)
        if let before { try showPrivateNotes(of: before) }
        if let after, after != before { try showPrivateNotes(of: after) }
    }

    /// Deletes the row of an erased private note.
    func dropPrivateNote(_ number: Int64) throws(StorageError) {
        guard let thing = try thingMarked(by: number) else { return }
        try database.run(PrivateNoteSQL.drop, .integer(number))
        try showPrivateNotes(of: thing)
    }

    /// Returns this person's private note of a thing at `place`: 1 if it is to be read, 0 if not, NULL without
    /// one.
    func mark(
        on id: ObjectID, of author: Int64, at place: Place
    ) throws(StorageError) -> SQLValue {
        guard try isMarkedBeside(author: author, at: place), try hasPrivateNotes,
            let isUnread = try unreadNote(MarkedThing(author: author, id: id))
        else { return .null }
        return .integer(isUnread ? 1 : 0)
    }

    /// Whether a person's note on a thing is stored apart from it. A thing that is theirs alone holds it itself.
    func isMarkedBeside(author: Int64, at place: Place) throws(StorageError) -> Bool {
        if place.isGroup { return true }
        return author != (try me)
    }

    /// Marks each of these things as unread or read, where that differs from the latest private note.
    func setPrivateNotes(
        _ marks: [(author: Int64, id: ObjectID, isUnread: Bool)], act: Int64, at wall: WallTime
    ) throws(StorageError) {
        var operations: [Operation] = []
        for mark in marks {
            let thing = MarkedThing(author: mark.author, id: mark.id)
            guard try unreadNote(thing) != mark.isUnread else { continue }
            if let number = try lastPrivateNote(of: thing)?.row, let row = try object(row: number),
                let object = row.home
            {
                operations.append(
                    row.write(Schema.PrivateNote.unread, mark.isUnread ? [1] : [], at: object))
                continue
            }
            let privateNote = PrivateNote(
                author: try author(row: mark.author).person, thing: mark.id,
                isUnread: mark.isUnread)
            operations.append(
                .create(
                    Creation(
                        kind: Schema.PrivateNote.kind, values: privateNote.values, elements: [])))
        }
        if !operations.isEmpty { try author(operations, act: act, at: wall) }
    }

    /// Creates the rows of private notes received before this version knew them.
    func learnPrivateNotes() throws(StorageError) {
        guard try setting(Self.privateNotesSetting) != [1] else { return }
        let rows = try database.rows(PrivateNoteSQL.all, [.integer(Int(Schema.PrivateNote.kind))]) {
            (row) throws(StorageError) in row.integer(0)
        }
        for number in rows {
            guard let row = try object(row: number) else { continue }
            try savePrivateNote(number, row)
        }
        try set(Self.privateNotesSetting, to: [1])
    }

    private struct MarkedThing: Equatable {
        /// The author's row.
        let author: Int64
        let id: ObjectID
    }

    private func thingMarked(by number: Int64) throws(StorageError) -> MarkedThing? {
        let found = try database.row(PrivateNoteSQL.thing, [.integer(number)]) { row in
            (row.integer(0), row.bytes(1))
        }
        guard let found else { return nil }
        guard let id = Bytes16(found.1) else { throw .corrupt }
        return MarkedThing(author: found.0, id: ObjectID(id))
    }

    private func lastPrivateNote(
        of thing: MarkedThing
    ) throws(StorageError) -> (row: Int64, isUnread: Bool)? {
        try database.row(
            PrivateNoteSQL.last, [.blob(thing.id.bytes.bytes), .integer(thing.author)]
        ) { (row: $0.integer(0), isUnread: $0.integer(1) != 0) }
    }

    private func unreadNote(_ thing: MarkedThing) throws(StorageError) -> Bool? {
        try lastPrivateNote(of: thing)?.isUnread
    }

    private func showPrivateNotes(of thing: MarkedThing) throws(StorageError) {
        let word: SQLValue
        if let isUnread = try unreadNote(thing) {
            word = .integer(isUnread ? 1 : 0)
        } else {
            word = .null
        }
        let rows = try database.rows(
            PrivateNoteSQL.copies, [.blob(thing.id.bytes.bytes), .integer(thing.author)]
        ) { (row) throws(StorageError) in (number: row.integer(0), place: row.integer(1)) }
        for row in rows
        where try isMarkedBeside(author: thing.author, at: try Place(column: row.place)) {
            try database.run(PrivateNoteSQL.show, word, .integer(row.number))
            guard database.changes > 0 else { continue }
            touch(row.number, .updated)
        }
    }

    // Without any private note, receiving a hundred thousand links costs nothing extra.
    private var hasPrivateNotes: Bool {
        get throws(StorageError) {
            if let known = memory.hasPrivateNotes { return known }
            let found = try database.row(PrivateNoteSQL.any) { _ in true } == true
            memory.hasPrivateNotes = found
            return found
        }
    }

    private static let privateNotesSetting = "earmarks"
}

extension ObjectRow {
    /// The object's private note and its stamp; nil if it is not a valid one.
    fileprivate var privateNote: (privateNote: PrivateNote, stamp: HybridTime)? {
        guard let thing = state.register(Schema.PrivateNote.thing)?.shown?.value,
            let said = state.register(Schema.PrivateNote.unread)?.shown,
            let privateNote = PrivateNote(thing: thing, unread: said.value)
        else { return nil }
        return (privateNote, said.carrier.stamp)
    }
}

/// SQL about unread things.
enum PrivateNoteSQL {
    /// For a row of `bookmarks`: above 0 if this node's person has it still to read. The index `bookmarks_unread`
    /// uses exactly this expression.
    static let unread = "ifnull(marked, unread)"

    fileprivate static let drop = "DELETE FROM earmarks WHERE object = ?"
    fileprivate static let keep = """
        INSERT INTO earmarks (object, author, thing, unread, stamp) VALUES (?, ?, ?, ?, ?)
        """
    fileprivate static let thing = """
        SELECT author, thing FROM earmarks WHERE object = ? ORDER BY object
        """
    fileprivate static let last = """
        SELECT object, unread FROM earmarks WHERE thing = ? AND author = ?
        ORDER BY stamp DESC, unread DESC, object LIMIT 1
        """
    fileprivate static let copies = """
        SELECT id, audience FROM objects WHERE object = ? AND author = ? AND kind \(KindSQL.isThing)
        ORDER BY audience
        """
    fileprivate static let show = """
        UPDATE bookmarks SET marked = ?1 WHERE object = ?2 AND marked IS NOT ?1
        """
    fileprivate static let any = "SELECT 1 FROM earmarks ORDER BY object LIMIT 1"
    fileprivate static let all = "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id"
}
