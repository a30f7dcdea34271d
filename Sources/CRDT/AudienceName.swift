package import Primitives

/// Which audience: by its kind alone where a person has one of that kind, else also by its id.
package struct AudienceName: Hashable, Comparable, Sendable {
    /// Domain's number of the kind: 1 private, 2 friends, 3 public; from `idsBegin` on there are many
    /// of a kind.
    package let kind: UInt8
    /// BLAKE2b-256 of the first rotation, as `Derivation.epochName` begins; nil below `idsBegin`.
    package let id: Bytes32?

    /// The first kind of which there are many: groups, then direct audiences.
    package static let idsBegin: UInt8 = 4

    /// A person's only audience of `kind`, below `idsBegin`.
    package init(_ kind: UInt8) {
        precondition(kind < Self.idsBegin, "of this kind there are many")
        self.kind = kind
        id = nil
    }

    /// The audience `id` of `kind`, not below `idsBegin`.
    package init(_ kind: UInt8, id: Bytes32) {
        precondition(kind >= Self.idsBegin, "of this kind a person has one")
        self.kind = kind
        self.id = id
    }

    /// What `bytes` spelled; nil if it is anything else.
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

    /// The kind, then the id if there is one: what derivations and signatures cover.
    package var bytes: [UInt8] { [kind] + (id?.bytes ?? []) }

    package static func < (left: AudienceName, right: AudienceName) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        guard let first = left.id, let second = right.id else { return false }
        return first < second
    }
}
