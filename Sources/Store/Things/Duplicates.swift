import CRDT
import Domain
import Primitives

/// An own link whose address others have as well.
struct DuplicateRow {
    let row: Int64
    /// Its id: the same on every device.
    let id: Bytes16
    let canonicalURL: String
    /// Where it is at home, and where else it is placed, rising.
    var places: [Int64]
    let added: Int64
}

// Own links that have one canonical address.
extension Store {
    /// The sets behind the one with the address `after`, by address.
    func duplicates(after: String?, limit: Int) throws(StorageError) -> DuplicatePage {
        let sets = try duplicateRows()
        let surplus = sets.reduce(0) { sum, rows in
            sum + Self.alike(rows).reduce(0) { $0 + $1.count - 1 }
        }
        var page: [DuplicateSet] = []
        let rest = sets.filter { set in after.map { $0 < set[0].canonicalURL } ?? true }
        for rows in rest.prefix(limit) {
            let groups = Self.alike(rows)
            let merged = groups.flatMap { $0.map(\.row) }
            var alike: [[Bookmark]] = []
            for group in groups { alike.append(try bookmarks(rows: group.map(\.row))) }
            page.append(
                DuplicateSet(
                    canonicalURL: rows[0].canonicalURL, alike: alike,
                    apart: try bookmarks(rows: rows.map(\.row).filter { !merged.contains($0) })))
        }
        return DuplicatePage(
            sets: page, next: rest.count > limit ? page.last?.canonicalURL : nil,
            total: sets.count, surplus: surplus)
    }

    /// Own links at home in `private` or a group, not in the trash, by address: sets of at least
    /// two.
    ///
    /// - Parameter wanted: only sets with one of these rows; nil for all.
    func duplicateRows(of wanted: [Int64]? = nil) throws(StorageError) -> [[DuplicateRow]] {
        var keys: [Int64] = []
        if let wanted {
            for row in wanted {
                let key = try database.row(
                    DuplicateSQL.key, [.integer(row)], { $0.integer(0) })
                if let key, !keys.contains(key) { keys.append(key) }
            }
        } else {
            keys = try sharedKeys().map(\.key)
        }
        var sets: [[DuplicateRow]] = []
        for key in keys {
            for var set in try sameLinks(withKey: key) {
                for index in set.indices { set[index].places += try places(of: set[index].row) }
                sets.append(set)
            }
        }
        return sets.sorted { $0[0].canonicalURL < $1[0].canonicalURL }
    }

    /// The keys that several rows have, own links or not, and how many those are; rising.
    func sharedKeys() throws(StorageError) -> [(key: Int64, count: Int)] {
        try database.rows(DuplicateSQL.keys) { (row) throws(StorageError) in
            (key: row.integer(0), count: Int(row.integer(1)))
        }
    }

    /// The own links with this key, by address, in sets of at least two; of their places only the home
    /// is told.
    func sameLinks(withKey key: Int64) throws(StorageError) -> [[DuplicateRow]] {
        let found = try database.rows(
            DuplicateSQL.links, [.integer(key), .integer(try me)]
        ) { (row) throws(StorageError) in
            (row.integer(0), row.text(1), row.integer(2), row.integer(3), row.bytes(4))
        }
        guard found.count > 1 else { return [] }
        var links: [DuplicateRow] = []
        for (number, url, home, added, bytes) in found {
            guard let id = Bytes16(bytes) else { throw .corrupt }
            links.append(
                DuplicateRow(
                    row: number, id: id, canonicalURL: CanonicalURL.canonical(url),
                    places: [home], added: added))
        }
        // Addresses that differ may share a key.
        return Set(links.map(\.canonicalURL)).sorted().map { address in
            links.filter { $0.canonicalURL == address }
        }.filter { $0.count > 1 }
    }

    /// Those of a set that may be one, the earliest first, so that two devices that merge apart keep
    /// the same one: at home in one place and seen by the same
    /// people, so that no note and no tag comes before anybody who had not seen it.
    static func alike(_ set: [DuplicateRow]) -> [[DuplicateRow]] {
        var groups: [[DuplicateRow]] = []
        for row in set {
            if let place = groups.firstIndex(where: { $0[0].places == row.places }) {
                groups[place].append(row)
            } else {
                groups.append([row])
            }
        }
        return groups.filter { $0.count > 1 }
            .map { group in group.sorted { ($0.added, $0.id) < ($1.added, $1.id) } }
    }

    // Where else a link is placed.
    private func places(of row: Int64) throws(StorageError) -> [Int64] {
        try database.rows(DuplicateSQL.places, [.integer(row)]) { (row) throws(StorageError) in
            row.integer(0)
        }
    }
}

private enum DuplicateSQL {
    // The index of keys alone answers it; what is no own link falls out afterwards.
    static let keys = """
        SELECT canonical, count(*) FROM bookmarks GROUP BY canonical HAVING count(*) > 1
        ORDER BY canonical
        """
    static let key = "SELECT canonical FROM bookmarks WHERE object = ? ORDER BY object"
    static let links = """
        SELECT b.object, b.url, o.audience, b.added, o.object
        FROM bookmarks b JOIN objects o ON o.id = b.object
        WHERE b.canonical = ? AND b.kind = 1 AND o.author = ? AND o.hidden = 0
        AND (o.audience = 1 OR o.audience > \(Place.groupsBegin)) ORDER BY b.object
        """
    static let places = "SELECT audience FROM placed WHERE object = ? ORDER BY audience"
}
