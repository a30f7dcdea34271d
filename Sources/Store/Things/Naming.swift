import CRDT
import Domain
import Primitives
import Wire

// Records which things a thing names, as rows: outfits name garments, closets their contents, garments and clips a
// place. Only differences are written, so moving a layer writes nothing.
extension Store {
    /// Updates the rows of what a thing names to match its details.
    func saveNamed(_ number: Int64, _ details: [Detail]) throws(StorageError) {
        let known = try database.rows(NamingSQL.ofThing, [.integer(number)]) {
            (row) throws(StorageError) in row.text(0)
        }
        let named = details.named.map(\.text)
        let (before, after) = (Set(known), Set(named))
        for text in known where !after.contains(text) {
            try database.run(NamingSQL.drop, .integer(number), .text(text))
        }
        for text in named where !before.contains(text) {
            try database.run(NamingSQL.add, .integer(number), .text(text))
        }
    }

    /// Deletes the rows of an object that is erased or turned out not to be a thing.
    func dropNamed(_ number: Int64) throws(StorageError) {
        try database.run(NamingSQL.dropAll, .integer(number))
    }

    /// Returns the visible things that name this one, newest first, at most `Bookmark.namedByMax`, without the trash.
    func things(naming thing: Bookmark) throws(StorageError) -> [Bookmark] {
        guard thing.kind.mayBeNamed else { return [] }
        let reference = ThingReference(
            Derivation.reference(to: thing.id, of: thing.author.person))
        let rows = try database.rows(
            NamingSQL.seen, [.text(reference.text), .integer(Bookmark.namedByMax)]
        ) { (row) throws(StorageError) in row.integer(0) }
        return try bookmarks(rows: rows)
    }

    // MARK: Migration

    /// A new database has nothing to list; an older one is listed in the background. Call it when the replica is
    /// opened.
    func beginNaming() throws(StorageError) {
        guard try setting(Self.namingSetting) == nil else { return }
        let isEmpty = try database.row(NamingSQL.any) { _ in false } ?? true
        if isEmpty { try set(Self.namingSetting, to: Self.namingDone) }
    }

    /// Lists about `budget` more things and names of those stored before the list existed.
    ///
    /// - Returns: true if more remain.
    package func nameSome(_ budget: Int) throws(StorageError) -> Bool {
        guard var place = try namingPlace else { return false }
        var left = budget
        while left > 0 {
            let rows = try database.rows(
                NamingSQL.behind,
                [.integer(Int(place.kind.rawValue)), .integer(place.row), .integer(left)]
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows where left > 0 {
                guard let row = try object(row: number) else { throw .corrupt }
                let details =
                    row.state.exists ? Self.details(of: row.state, kind: place.kind) : []
                try saveNamed(number, details)
                left -= 1 + details.named.count
                place.row = number
            }
            guard left > 0 else { break }
            guard let next = Self.naming.first(where: { $0.rawValue > place.kind.rawValue }) else {
                try set(Self.namingSetting, to: Self.namingDone)
                memory.reading.isNamingDone = true
                return false
            }
            place = (next, 0)
        }
        let row = stride(from: 56, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: place.row >> Int64($0))
        }
        try set(Self.namingSetting, to: [place.kind.rawValue] + row)
        return true
    }

    /// Whether older things are listed too.
    var isNamingComplete: Bool {
        get throws(StorageError) {
            if memory.reading.isNamingDone { return true }
            let isDone = try namingPlace == nil
            memory.reading.isNamingDone = isDone
            return isDone
        }
    }

    // The kind and row to continue after; nil if all are listed.
    private var namingPlace: (kind: Kind, row: Int64)? {
        get throws(StorageError) {
            let start = (kind: Self.naming[0], row: Int64(0))
            guard let bytes = try setting(Self.namingSetting) else { return start }
            guard bytes != Self.namingDone else { return nil }
            guard bytes.count == 9, let kind = Kind(rawValue: bytes[0]) else { return start }
            return (kind, bytes.dropFirst().reduce(Int64(0)) { $0 << 8 | Int64($1) })
        }
    }

    /// The kinds whose things name others, in ascending order.
    private static let naming = Kind.allCases.filter { kind in
        kind.details.contains { [.mark, .reference, .place].contains($0.value) }
    }

    private static let namingSetting = "named"
    private static let namingDone: [UInt8] = [0]
}

extension SearchPlanner {
    /// Gathers the things that name this one.
    mutating func rows(naming reference: ThingReference) throws(StorageError) -> RowSet {
        try gather(NamingSQL.naming, [.text(reference.text)])
    }
}

private enum NamingSQL {
    static let ofThing = "SELECT reference FROM named WHERE object = ? ORDER BY reference"
    static let add = "INSERT INTO named (object, reference) VALUES (?, ?)"
    static let drop = "DELETE FROM named WHERE object = ? AND reference = ?"
    static let dropAll = "DELETE FROM named WHERE object = ?"
    static let naming = "SELECT object FROM named WHERE reference = ? ORDER BY object"
    static let seen = """
        SELECT n.object FROM named n JOIN objects o ON o.id = n.object
        WHERE n.reference = ? AND o.hidden = 0 ORDER BY n.object DESC LIMIT ?
        """
    static let any = "SELECT 1 FROM bookmarks WHERE kind > 1 ORDER BY object LIMIT 1"
    // The second condition repeats that of the partial index, so that SQLite uses it.
    static let behind = """
        SELECT object FROM bookmarks WHERE kind = ? AND kind > 1 AND object > ?
        ORDER BY object LIMIT ?
        """
}
