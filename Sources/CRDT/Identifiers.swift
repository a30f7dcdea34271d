package import Primitives

/// Names one object under its author: 48 bits of creation time, 80 bits that nobody can choose.
///
/// - Shape: milliseconds since 1970 (48 bits, big-endian), then the first 80 bits of BLAKE2b(origin). So the
///   ids of one author rise with time, and inserts into their index append.
/// - Scope: rows are keyed (author, id); the same id under another author is another object.
package struct ObjectID: Hashable, Comparable, Sendable {
    /// The sixteen bytes as they stand in a copy on the wire.
    package let bytes: Bytes16

    /// Wraps an id that came with a copy.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    /// Parses 26 characters of Crockford's base 32; nil if `text` is anything else.
    package init?(text: some StringProtocol) {
        guard let decoded = Base32.decode(text), let bytes = Bytes16(decoded) else { return nil }
        self.bytes = bytes
    }

    /// The time when the object was made, by its author's clock.
    package var created: WallTime { WallTime(milliseconds: bytes.leading >> 16) }

    /// 26 characters of Crockford's base 32.
    package var text: String { Base32.encode(bytes.bytes) }

    /// The last eight characters of `text`, which people type.
    package var short: String { String(text.suffix(8)) }

    package static func < (left: ObjectID, right: ObjectID) -> Bool { left.bytes < right.bytes }
}

/// A person, identified by their Ed25519 root key.
package struct PersonID: Hashable, Comparable, Sendable {
    /// The public root key.
    package let key: Bytes32

    /// Identifies the person with this root key.
    package init(_ key: Bytes32) {
        self.key = key
    }

    /// Parses 52 characters of Crockford's base 32; nil if `text` is anything else.
    package init?(text: some StringProtocol) {
        guard let decoded = Base32.decode(text), let key = Bytes32(decoded) else { return nil }
        self.key = key
    }

    /// 52 characters of Crockford's base 32.
    package var text: String { Base32.encode(key.bytes) }

    package static func < (left: PersonID, right: PersonID) -> Bool { left.key < right.key }
}

/// A device of a person, identified by the Ed25519 key that signs its deltas.
package struct DeviceID: Hashable, Comparable, Sendable {
    /// The public signing key.
    package let key: Bytes32

    /// Identifies the device with this signing key.
    package init(_ key: Bytes32) {
        self.key = key
    }

    /// 52 characters of Crockford's base 32.
    package var text: String { Base32.encode(key.bytes) }

    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.key < right.key }
}

/// A chain: everything that one incarnation of one device ever writes in one audience.
///
/// The id is BLAKE2b-128(key = the audience's first secret (public: the person), device || incarnation).
package struct ChainID: Hashable, Comparable, Sendable {
    /// The sixteen bytes as they stand in a header.
    package let bytes: Bytes16

    /// Wraps the bytes of a chain's id.
    package init(_ bytes: Bytes16) {
        self.bytes = bytes
    }

    package static func < (left: ChainID, right: ChainID) -> Bool { left.bytes < right.bytes }
}
