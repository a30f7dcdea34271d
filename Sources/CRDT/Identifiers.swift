package import Primitives

/// Names one object under its author: 48 bits of creation time, 80 bits that nobody can choose.
///
/// - Shape: milliseconds since 1970 (48 bits, big-endian), then the first 80 bits of
///   BLAKE2b(origin); so ids of one author rise with time and inserts into their index append.
/// - Scope: rows are keyed (author, id); under another author the same id names nothing.
package struct ObjectID: Hashable, Comparable, Sendable {
    /// The sixteen bytes as they stand in a copy on the wire.
    package let bytes: Bytes16

    /// An id that came with a copy.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// The id that `text`, 26 characters of Crockford's base 32, spells; nil if it spells none.
    package init?(text: some StringProtocol) {
        guard let decoded = Base32.decode(text), let bytes = Bytes16(decoded) else { return nil }
        self.bytes = bytes
    }

    /// When the object was made, by its author's clock.
    package var created: WallTime { WallTime(milliseconds: bytes.leading >> 16) }

    /// 26 characters of Crockford's base 32.
    package var text: String { Base32.encode(bytes.bytes) }

    /// What people type: the last eight characters of `text`.
    package var short: String { String(text.suffix(8)) }

    package static func < (left: ObjectID, right: ObjectID) -> Bool { left.bytes < right.bytes }
}

/// A person: his Ed25519 root key.
package struct PersonID: Hashable, Comparable, Sendable {
    /// The public root key.
    package let key: Bytes32

    /// The person with this root key.
    package init(_ key: Bytes32) {
        self.key = key
    }

    /// The person that `text`, 52 characters of Crockford's base 32, names; nil if it names none.
    package init?(text: some StringProtocol) {
        guard let decoded = Base32.decode(text), let key = Bytes32(decoded) else { return nil }
        self.key = key
    }

    /// 52 characters of Crockford's base 32.
    package var text: String { Base32.encode(key.bytes) }

    package static func < (left: PersonID, right: PersonID) -> Bool { left.key < right.key }
}

/// One of a person's devices: the Ed25519 key that signs its deltas.
package struct DeviceID: Hashable, Comparable, Sendable {
    /// The public signing key.
    package let key: Bytes32

    /// The device with this signing key.
    package init(_ key: Bytes32) {
        self.key = key
    }

    /// 52 characters of Crockford's base 32.
    package var text: String { Base32.encode(key.bytes) }

    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.key < right.key }
}

/// A chain: what one incarnation of one device writes into one audience, for life.
///
/// BLAKE2b-128(key = the audience's first secret (public: the person), device || incarnation).
package struct ChainID: Hashable, Comparable, Sendable {
    /// The sixteen bytes in a header.
    package let bytes: Bytes16

    /// The chain with this id.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    package static func < (left: ChainID, right: ChainID) -> Bool { left.bytes < right.bytes }
}
