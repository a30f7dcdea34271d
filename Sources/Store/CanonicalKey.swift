import CRDT
import Domain
import Primitives
import Sodium

/// The number by which a link with the same canonical address is found: the first eight bytes of
/// BLAKE2b-128 of that address; of a thing without one, of its kind and name. Two may share one;
/// whoever looks compares the text.
enum CanonicalKey {
    /// The key of a thing by its columns, as they were written.
    static func of(_ url: [UInt8], _ title: [UInt8], _ kind: Kind) -> Int64 {
        guard url.isEmpty, kind != .link else {
            return of(canonical: CanonicalURL.canonical(String(decoding: url, as: UTF8.self)))
        }
        // No address begins so.
        return Int64(bitPattern: Hash.blake2b16([0, kind.rawValue] + title).leading)
    }

    /// The key of a canonical address.
    static func of(canonical: String) -> Int64 {
        Int64(bitPattern: Hash.blake2b16(Array(canonical.utf8)).leading)
    }
}

extension Store {
    /// The own link, not in the trash, with this canonical address; nil if there is none.
    func ownBookmark(canonical: String) throws(StorageError) -> Int64? {
        try database.rows(
            """
            SELECT b.object, b.url FROM bookmarks b JOIN objects o ON o.id = b.object
            WHERE b.canonical = ? AND b.kind = 1 AND o.author = ? AND o.audience = 1 AND o.hidden = 0
            ORDER BY b.object
            """, [.integer(CanonicalKey.of(canonical: canonical)), .integer(try me)]
        ) { (row) throws(StorageError) in (row.integer(0), row.text(1)) }
        .first { CanonicalURL.canonical($0.1) == canonical }?.0
    }

    /// The link at home in `place` with this canonical address; of several the first that came.
    func bookmark(canonical: String, at place: Place) throws(StorageError) -> Int64? {
        guard place.isGroup else { return try ownBookmark(canonical: canonical) }
        return try database.rows(
            """
            SELECT b.object, b.url FROM bookmarks b JOIN objects o ON o.id = b.object
            WHERE b.canonical = ? AND b.kind = 1 AND o.audience = ? AND o.hidden = 0 ORDER BY b.object
            """, [.integer(CanonicalKey.of(canonical: canonical)), .integer(place.number)]
        ) { (row) throws(StorageError) in (row.integer(0), row.text(1)) }
        .first { CanonicalURL.canonical($0.1) == canonical }?.0
    }
}
