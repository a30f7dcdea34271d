package import Primitives

/// Identifies an audience: by kind alone if a person has only one of that kind, otherwise by kind and id.
package struct AudienceName: Hashable, Comparable, Sendable {
    /// The number of the kind in Domain: 1 private, 2 friends, 3 public. From `idsBegin` on, a person can
    /// have many of a kind.
    package let kind: UInt8
    /// The BLAKE2b-256 hash of the first rotation, which begins with the `Derivation.epochName` of its epoch;
    /// nil below `idsBegin`.
    package let id: Bytes32?

    /// The first kind that a person can have many of: 4 is a group, 5 a direct audience.
    package static let idsBegin: UInt8 = 4

    /// Names the person's only audience of `kind`, which is below `idsBegin`.
    package init(_ kind: UInt8) {
        precondition(kind < Self.idsBegin, "of this kind there are many")
        self.kind = kind
        id = nil
    }

    /// Names the audience `id` of `kind`, which is at least `idsBegin`.
    package init(_ kind: UInt8, id: Bytes32) {
        precondition(kind >= Self.idsBegin, "of this kind a person has one")
        self.kind = kind
        self.id = id
    }

    /// Parses the form that `bytes` produces; nil for anything else.
    package init?(bytes: [UInt8]) {
        guard let kind = bytes.first, kind > 0 else { return nil }
        if kind < Self.idsBegin {
            guard bytes.count == 1 else { return nil }
            self.init(kind)
        } else {
            guard let id = Bytes32(Array(bytes.dropFirst())) else { return nil }
            self.init(kind, id: id)
        }
    }

    /// The kind, followed by the id if there is one. Derivations and signatures cover these bytes.
    package var bytes: [UInt8] { [kind] + (id?.bytes ?? []) }

    package static func < (left: AudienceName, right: AudienceName) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        guard let first = left.id, let second = right.id else { return false }
        return first < second
    }
}
