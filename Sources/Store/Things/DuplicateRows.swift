import CRDT
import Domain
import Primitives

/// An own link whose address other own links have as well.
struct DuplicateRow {
    let row: Int64
    /// Its id, which is the same on every device.
    let id: Bytes16
    let canonicalURL: String
    /// The audience of its home, then the others it is placed in, in ascending order.
    var places: [Int64]
    let added: Int64
}

// Finds own links that share a canonical address.
extension Store {
    /// Returns a page of the sets after the address `after`, ordered by address.
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

    /// Returns own links at home in `private` or a group, not in the trash, in sets of at least two with the same
    /// address.
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

    /// Returns the keys that several rows share, own links or not, in ascending order, with the number of rows.
    func sharedKeys() throws(StorageError) -> [(key: Int64, count: Int)] {
        try database.rows(DuplicateSQL.keys) { (row) throws(StorageError) in
            (key: row.integer(0), count: Int(row.integer(1)))
        }
    }

    /// Returns the own links with this key in sets of at least two, by address; `places` contains only the home.
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
        // Different addresses may share a key.
        return Set(links.map(\.canonicalURL)).sorted().map { address in
            links.filter { $0.canonicalURL == address }
        }.filter { $0.count > 1 }
    }

    /// Returns the groups in a set that may be merged: links with the same home that the same people see, so that
    /// merging shows no note or tag to anybody new. The earliest comes first, so that two devices that merge
    /// independently keep the same one.
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

    // Returns the other audiences that a link is placed in.
    private func places(of row: Int64) throws(StorageError) -> [Int64] {
        try database.rows(DuplicateSQL.places, [.integer(row)]) { (row) throws(StorageError) in
            row.integer(0)
        }
    }
}

private enum DuplicateSQL {
    // The index of keys alone answers this; rows that are not own links are filtered out later.
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
