import CRDT
import Domain
import Primitives
import Wire

/// The identity of a thing, shared by all its copies.
struct ThingKey: Hashable {
    /// The author's row.
    let author: Int64
    let person: PersonID
    let id: ObjectID

    /// The reference by which others name it.
    var reference: Bytes16 { Derivation.reference(to: id, of: person) }

    /// The keys that seal reactions to it and comments on it.
    var saying: Saying { Saying(of: id, of: person) }
}

extension Bytes16 {
    /// The first 8 bytes, by which the tables find a reference; readers compare the rest.
    var column: Int64 { Int64(bitPattern: leading) }
}

// Resolves references. Things up to a watermark are listed, in the background, once there is any reaction or comment.
// A replica without any pays nothing.
extension Store {
    /// Lists at most `budget` more things by their references, and resolves the statements that waited for them.
    ///
    /// - Returns: true if more remain.
    package func referSome(_ budget: Int) throws(StorageError) -> Bool {
        guard let from = try referredUpTo else { return false }
        let last = try lastObject()
        let rows = try database.rows(
            ReferentSQL.above, [.integer(from), .integer(budget)]
        ) { (row) throws(StorageError) in (row.integer(0), row.bytes(1), row.integer(2)) }
        for (number, bytes, author) in rows {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            // There may be very many statements about it.
            guard try refer(number, try key(author: author, id: ObjectID(id))) else {
                try setReferred(upTo: number - 1)
                return true
            }
        }
        let isMore = rows.count == budget
        try setReferred(upTo: isMore ? rows[budget - 1].0 : last)
        return isMore
    }

    /// Whether every thing is listed, or there is no reaction or comment yet.
    var areReferentsComplete: Bool {
        get throws(StorageError) {
            guard let upTo = try referredUpTo else { return true }
            return upTo >= (try lastObject())
        }
    }

    /// Starts listing references.
    func beginReferring() throws(StorageError) {
        guard try referredUpTo == nil else { return }
        try setReferred(upTo: 0)
    }

    /// Lists one thing at once, because this person makes a statement about it.
    func refer(_ row: ObjectRow) throws(StorageError) -> ThingKey {
        try beginReferring()
        let key = try key(author: row.author, id: row.id)
        if let number = row.number { try referNow(number, key) }
        return key
    }

    /// Lists an object that became a thing after the watermark had passed its row.
    func referLate(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        guard let upTo = try referredUpTo, number <= upTo else { return }
        try referNow(number, try key(author: row.author, id: row.id))
    }

    // The remaining work is done in the background.
    private func referNow(_ number: Int64, _ key: ThingKey) throws(StorageError) {
        guard !(try refer(number, key)), let upTo = try referredUpTo else { return }
        try setReferred(upTo: min(upTo, number - 1))
    }

    // Returns whether all earlier statements about it are resolved.
    private func refer(_ number: Int64, _ key: ThingKey) throws(StorageError) -> Bool {
        let target = key.reference.column
        try database.run(ReferentSQL.refer, .integer(target), .integer(number))
        try beginTally(number, of: key)
        return try decide(target)
    }

    /// Returns the thing that a reference names; nil if it is not here or not listed yet.
    func thing(named reference: Bytes16) throws(StorageError) -> ThingKey? {
        guard let key = try thing(at: reference.column), key.reference == reference else {
            return nil
        }
        return key
    }

    /// Returns the thing whose reference begins with these 8 bytes.
    func thing(at target: Int64) throws(StorageError) -> ThingKey? {
        let found = try database.row(ReferentSQL.named, [.integer(target)]) { row in
            (row.bytes(0), row.integer(1))
        }
        guard let found else { return nil }
        guard let id = Bytes16(found.0) else { throw .corrupt }
        return try key(author: found.1, id: ObjectID(id))
    }

    /// Returns the rows of a thing: the one at home, or copies.
    func rows(of key: ThingKey) throws(StorageError) -> [Int64] {
        try database.rows(
            ReferentSQL.copies, [.blob(key.id.bytes.bytes), .integer(key.author)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    /// Removes the reference of an erased object, or lets it name another copy.
    func forgetReferent(_ id: ObjectID, author: Int64) throws(StorageError) {
        guard try referredUpTo != nil else { return }
        let key = try key(author: author, id: id)
        let target = key.reference.column
        if let other = try rows(of: key).first {
            try database.run(ReferentSQL.refer, .integer(target), .integer(other))
        } else {
            try database.run(ReferentSQL.forget, .integer(target))
        }
    }

    /// Lowers the watermark after the highest rows were deleted, because the next objects reuse their row ids.
    func lowerReferred(to last: Int64) throws(StorageError) {
        if let upTo = try referredUpTo, upTo > last { try setReferred(upTo: last) }
    }

    private func key(author: Int64, id: ObjectID) throws(StorageError) -> ThingKey {
        ThingKey(author: author, person: try self.author(row: author).person, id: id)
    }

    private func lastObject() throws(StorageError) -> Int64 {
        try database.row(ReferentSQL.last) { $0.integer(0) } ?? 0
    }

    // Nil until there is a reaction or comment.
    private var referredUpTo: Int64? {
        get throws(StorageError) {
            if let known = memory.reading.referredUpTo { return known < 0 ? nil : known }
            let bytes = try setting(Self.referredSetting)
            let row = bytes.map { $0.reduce(Int64(0)) { $0 << 8 | Int64($1) } }
            memory.reading.referredUpTo = row ?? -1
            return row
        }
    }

    private func setReferred(upTo row: Int64) throws(StorageError) {
        guard try referredUpTo != row else { return }
        memory.reading.referredUpTo = row
        var writer = ByteWriter(capacity: 8)
        writer.u64(UInt64(row))
        try set(Self.referredSetting, to: writer.bytes)
    }

    private static let referredSetting = "referred"
}

private enum ReferentSQL {
    static let above = """
        SELECT id, object, author FROM objects WHERE id > ? AND kind \(KindSQL.isThing)
        ORDER BY id LIMIT ?
        """
    static let refer = "INSERT OR REPLACE INTO referents (reference, object) VALUES (?, ?)"
    static let forget = "DELETE FROM referents WHERE reference = ?"
    static let named = """
        SELECT o.object, o.author FROM referents r JOIN objects o ON o.id = r.object
        WHERE r.reference = ? ORDER BY o.id
        """
    // The remains of a withdrawn copy are not a thing until it is placed again.
    static let copies = """
        SELECT id FROM objects WHERE object = ? AND author = ? AND kind \(KindSQL.isThing)
        ORDER BY audience
        """
    static let last = "SELECT max(id) FROM objects ORDER BY 1"
}
