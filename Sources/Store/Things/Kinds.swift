import CRDT
import Domain
import Primitives

/// SQL conditions on `kind`.
enum KindSQL {
    /// The object is a thing that people save.
    static let isThing =
        "IN (\(Kind.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")))"
}

extension ObjectRow {
    /// The kind of thing; nil if the object is not one, or of a kind unknown to this version.
    var thing: Kind? { Kind(rawValue: kind) }
}

// Learns kinds and details that were unknown to this version when they arrived.
extension Store {
    /// Adds things to the tables whose kinds or details an earlier version did not know. Call it when the replica is
    /// opened.
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

    // Two bytes each: the kind and how many of its details were known.
    private static func detailCount(of kind: Kind, in counts: [UInt8]) -> Int? {
        for place in stride(from: 0, to: counts.count - 1, by: 2)
        where counts[place] == kind.rawValue {
            return Int(counts[place + 1])
        }
        return nil
    }

    private func learn(_ number: Int64, isNew: Bool) throws(StorageError) {
        guard var row = try object(row: number) else { return }
        // Links are many, and those without details have nothing to learn.
        if row.thing == .link, Self.details(of: row.state, kind: .link).isEmpty { return }
        try save(&row, was: ObjectState())
        if isNew { try referLate(number, row) }
    }
}

private enum LearningSQL {
    static let ofKind = "SELECT id FROM objects WHERE kind = ? AND kind > 1 ORDER BY id"
    /// Most links have only the fields of every link, and the first byte says so (`StateCoding`).
    static let links =
        "SELECT id FROM objects WHERE kind = ? AND substr(state, 1, 1) = x'01' ORDER BY id"
}
