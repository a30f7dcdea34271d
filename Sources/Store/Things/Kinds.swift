import CRDT
import Domain
import Primitives

/// Conditions on `kind`, as SQL.
enum KindSQL {
    /// It is a thing that people keep.
    static let isThing =
        "IN (\(Kind.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")))"
}

extension ObjectRow {
    /// What sort of thing it is; nil if it is none that people keep, or none this version knows.
    var thing: Kind? { Kind(rawValue: kind) }
}

// A newer version may have written what this one did not know when it came.
extension Store {
    /// Brings into the tables of things what was kept of kinds that a version before this one did
    /// not know. To be called when the replica is opened.
    func learnKinds() throws(StorageError) {
        let known = try setting("kinds") ?? [Kind.link.rawValue]
        let all = Kind.allCases.map(\.rawValue)
        for kind in all where !known.contains(kind) {
            let rows = try database.rows(
                "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id",
                [.integer(Int(kind))]
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows { try learn(number) }
        }
        if known != all { try set("kinds", to: all) }
    }

    private func learn(_ number: Int64) throws(StorageError) {
        guard var row = try object(row: number) else { return }
        try save(&row, was: ObjectState())
        try referLate(number, row)
    }
}
