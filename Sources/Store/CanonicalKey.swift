import CRDT
import Domain
import Primitives
import Sodium

/// The number by which a link with the same canonical address is found: the first eight bytes of
/// BLAKE2b-128 of that address, or of kind and name for a thing without an address. Keys can collide;
/// callers compare the text.
enum CanonicalKey {
    /// Returns the key of a thing by its columns, as they were written.
    static func of(_ url: [UInt8], _ title: [UInt8], _ kind: Kind) -> Int64 {
        guard url.isEmpty, kind != .link else {
            return of(canonical: CanonicalURL.canonical(String(decoding: url, as: UTF8.self)))
        }
        // No address begins with a zero byte.
        return Int64(bitPattern: Hash.blake2b16([0, kind.rawValue] + title).leading)
    }

    /// Returns the key of a canonical address.
    static func of(canonical: String) -> Int64 {
        Int64(bitPattern: Hash.blake2b16(Array(canonical.utf8)).leading)
    }
}

extension Store {
    /// Returns the own link with this canonical address that is not in the trash; nil if there is none.
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

    /// Returns the link at home in `place` with this canonical address; if there are several, the first
    /// received.
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
