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
    /// Brings into the tables of things what was kept of kinds, and of details of kinds, that a
    /// version before this one did not know. To be called when the replica is opened.
    func learnKinds() throws(StorageError) {
        let known = try setting("kinds") ?? [Kind.link.rawValue]
        let counts = try setting("details") ?? []
        let all = Kind.allCases.map(\.rawValue)
        for kind in Kind.allCases {
            let isKnown = known.contains(kind.rawValue)
            guard !isKnown || Self.detailCount(of: kind, in: counts) != kind.details.count else {
                continue
            }
            let rows = try database.rows(
                kind == .link ? LearningSQL.links : LearningSQL.ofKind,
                [.integer(Int(kind.rawValue))]
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows { try learn(number, isNew: !isKnown) }
        }
        if known != all { try set("kinds", to: all) }
        let details = Kind.allCases.flatMap { [$0.rawValue, UInt8(clamping: $0.details.count)] }
        if counts != details { try set("details", to: details) }
    }

    // Two bytes each: the kind, and how many details of it were known.
    private static func detailCount(of kind: Kind, in counts: [UInt8]) -> Int? {
        for place in stride(from: 0, to: counts.count - 1, by: 2)
        where counts[place] == kind.rawValue {
            return Int(counts[place + 1])
        }
        return nil
    }

    private func learn(_ number: Int64, isNew: Bool) throws(StorageError) {
        guard var row = try object(row: number) else { return }
        // Of what has no details nothing is to be learnt, and links are many.
        if row.thing == .link, Self.details(of: row.state, kind: .link).isEmpty { return }
        try save(&row, was: ObjectState())
        if isNew { try referLate(number, row) }
    }
}

private enum LearningSQL {
    static let ofKind = "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id"
    /// Most links have nothing but fields of every link, and say so in the first byte (`StateCoding`).
    static let links =
        "SELECT id FROM objects WHERE kind = ? AND substr(state, 1, 1) = x'01' ORDER BY id"
}
