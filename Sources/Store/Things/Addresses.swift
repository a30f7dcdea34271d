import Domain
import Primitives

// Canonical addresses are found by their keys, which depend on the version of the rule.
extension Store {
    /// Recomputes the keys by the rule of this version. Call it when the replica is opened.
    func learnAddresses() throws(StorageError) {
        let current = [UInt8(CanonicalURL.ruleVersion)]
        // Replicas without the setting used rule 1.
        guard try setting(Self.addressRule) ?? [1] != current else { return }
        var last: Int64 = 0
        while true {
            let rows = try database.rows(
                """
                SELECT object, url, canonical, title, kind FROM bookmarks WHERE object > ?
                ORDER BY object LIMIT \(Self.addressesAtOnce)
                """, [.integer(last)]
            ) { (row) throws(StorageError) in
                (
                    row.integer(0), row.bytes(1), row.integer(2), row.bytes(3),
                    Kind(rawValue: UInt8(clamping: row.integer(4))) ?? .link
                )
            }
            for (object, url, before, title, kind) in rows {
                let key = CanonicalKey.of(url, title, kind)
                guard key != before else { continue }
                try database.run(
                    "UPDATE bookmarks SET canonical = ? WHERE object = ?", .integer(key),
                    .integer(object))
            }
            guard let end = rows.last?.0 else { break }
            last = end
        }
        try set(Self.addressRule, to: current)
    }

    private static let addressRule = "address rule"
    /// The number of addresses in memory at a time.
    private static let addressesAtOnce = 1000
}
