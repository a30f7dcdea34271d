import CRDT
import Domain
import Primitives
import Wire

/// A thing, wherever copies of it stand.
struct ThingKey: Hashable {
    /// The author's row.
    let author: Int64
    let person: PersonID
    let id: ObjectID

    /// How others name it.
    var reference: Bytes16 { Derivation.reference(to: id, of: person) }

    /// What is said of it.
    var saying: Saying { Saying(of: id, of: person) }
}

extension Bytes16 {
    /// Its first 8 bytes, by which a reference stands in the tables; who reads compares the rest.
    var column: Int64 { Int64(bitPattern: leading) }
}

// What a reference names: things up to a watermark are listed, behind what is written, once anybody
// has said something of anything. Who never hears of a reaction pays nothing.
extension Store {
    /// Lists at most `budget` things more by how they are referred to, and decides what waited for them.
    ///
    /// - Returns: true if more is left.
    package func referSome(_ budget: Int) throws(StorageError) -> Bool {
        guard let from = try referredUpTo else { return false }
        let last = try lastObject()
        let rows = try database.rows(
            ReferentSQL.above, [.integer(from), .integer(budget)]
        ) { (row) throws(StorageError) in (row.integer(0), row.bytes(1), row.integer(2)) }
        for (number, bytes, author) in rows {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            // Somebody may have said very much of it.
            guard try refer(number, try key(author: author, id: ObjectID(id))) else {
                try setReferred(upTo: number - 1)
                return true
            }
        }
        let isMore = rows.count == budget
        try setReferred(upTo: isMore ? rows[budget - 1].0 : last)
        return isMore
    }

    /// Every thing is listed, or nobody has said anything yet.
    var areReferentsComplete: Bool {
        get throws(StorageError) {
            guard let upTo = try referredUpTo else { return true }
            return upTo >= (try lastObject())
        }
    }

    /// From now on it matters how things are referred to.
    func beginReferring() throws(StorageError) {
        guard try referredUpTo == nil else { return }
        try setReferred(upTo: 0)
    }

    /// Lists one thing now, of which this person says something.
    func refer(_ row: ObjectRow) throws(StorageError) -> ThingKey {
        try beginReferring()
        let key = try key(author: row.author, id: row.id)
        if let number = row.number { try referNow(number, key) }
        return key
    }

    /// Lists what turned out to be a thing when its row was passed already.
    func referLate(_ number: Int64, _ row: ObjectRow) throws(StorageError) {
        guard let upTo = try referredUpTo, number <= upTo else { return }
        try referNow(number, try key(author: row.author, id: row.id))
    }

    // What is left of it is done behind what is written.
    private func referNow(_ number: Int64, _ key: ThingKey) throws(StorageError) {
        guard !(try refer(number, key)), let upTo = try referredUpTo else { return }
        try setReferred(upTo: min(upTo, number - 1))
    }

    // Returns whether all that was said of it before is decided.
    private func refer(_ number: Int64, _ key: ThingKey) throws(StorageError) -> Bool {
        let target = key.reference.column
        try database.run(ReferentSQL.refer, .integer(target), .integer(number))
        try beginTally(number, of: key)
        return try decide(target)
    }

    /// The thing that a reference names; nil if it is not here, or not listed yet.
    func thing(named reference: Bytes16) throws(StorageError) -> ThingKey? {
        guard let key = try thing(at: reference.column), key.reference == reference else {
            return nil
        }
        return key
    }

    /// The thing whose reference begins so.
    func thing(at target: Int64) throws(StorageError) -> ThingKey? {
        let found = try database.row(ReferentSQL.named, [.integer(target)]) { row in
            (row.bytes(0), row.integer(1))
        }
        guard let found else { return nil }
        guard let id = Bytes16(found.0) else { throw .corrupt }
        return try key(author: found.1, id: ObjectID(id))
    }

    /// The rows of a thing: itself at home, or copies.
    func rows(of key: ThingKey) throws(StorageError) -> [Int64] {
        try database.rows(
            ReferentSQL.copies, [.blob(key.id.bytes.bytes), .integer(key.author)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    /// An object is gone for good: no residue of it stays, unless another copy is here.
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

    /// The last rows are gone, and the next objects get their numbers.
    func lowerReferred(to last: Int64) throws(StorageError) {
        if let upTo = try referredUpTo, upTo > last { try setReferred(upTo: last) }
    }

    private func key(author: Int64, id: ObjectID) throws(StorageError) -> ThingKey {
        ThingKey(author: author, person: try self.author(row: author).person, id: id)
    }

    private func lastObject() throws(StorageError) -> Int64 {
        try database.row(ReferentSQL.last) { $0.integer(0) } ?? 0
    }

    // Nil as long as nobody has said anything.
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
    // What of a copy is left that was withdrawn is no thing until it is placed again.
    static let copies = """
        SELECT id FROM objects WHERE object = ? AND author = ? AND kind \(KindSQL.isThing)
        ORDER BY audience
        """
    static let last = "SELECT max(id) FROM objects ORDER BY 1"
}
