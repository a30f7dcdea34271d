package import Primitives
import Sodium

/// The datagram by which devices on one network discover each other; to everyone else it is noise.
///
///     nonce    8       random
///     friends  8       field under the discovery key of an epoch of the sender's `friends`
///     pairs    5 * 8   fields under pair keys, one for each device
///     rest     8       random
///
/// A field is BLAKE2b-64(key, nonce) with the port XORed into its last two bytes. It tells those who hold the key which
/// port the sender listens on, and nothing to anyone else. Unused fields are random.
package struct Beacon: Equatable, Sendable {
    /// The fixed length of a beacon.
    package static let byteCount = 64
    /// The maximum number of devices that are addressed by pair keys.
    package static let pairsMax = 5

    /// The bytes as sent.
    package let bytes: [UInt8]
    /// The nonce, which is unique to each beacon.
    package let nonce: UInt64

    private let friends: UInt64
    private let pairs: [UInt64]

    /// Creates a beacon for the holders of these keys; only the first `pairsMax` pair keys are used.
    ///
    /// - Parameter port: the port on which the sender accepts links, 0 if it accepts none.
    /// - Parameter chance: `byteCount` fresh random bytes; the number used does not depend on the content.
    package init(port: UInt16, friends key: Bytes32?, pairs keys: [Bytes32], chance: [UInt8]) {
        precondition(chance.count == Self.byteCount, "chance for each byte of a beacon")
        let nonce = Array(chance[..<8])
        var spelled = ByteWriter(capacity: Self.byteCount)
        spelled.raw(nonce)
        for place in 0...Self.pairsMax {
            let told = place == 0 ? key : keys.dropFirst(place - 1).first
            if let told {
                spelled.u64(Derivation.beaconMask(key: told, nonce: nonce) ^ UInt64(port))
            } else {
                spelled.raw(chance[8 + 8 * place..<16 + 8 * place])
            }
        }
        spelled.raw(chance[(Self.byteCount - 8)...])
        guard let beacon = Beacon(spelled.bytes) else {
            preconditionFailure("64 bytes were spelled")
        }
        self = beacon
    }

    /// Parses a datagram; nil unless it has `byteCount` bytes, the only thing that can be wrong with it.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
        nonce = Self.word(bytes, 0)
        friends = Self.word(bytes, 1)
        pairs = (0..<Self.pairsMax).map { Self.word(bytes, 2 + $0) }
    }

    /// The sender's port, if it addresses the holders of this discovery key.
    package func port(forFriends key: Bytes32) -> UInt16? {
        Self.port(friends, Derivation.beaconMask(key: key, nonce: nonceBytes))
    }

    /// The sender's port, if it addresses the holder of this pair key.
    package func port(forPair key: Bytes32) -> UInt16? {
        let mask = Derivation.beaconMask(key: key, nonce: nonceBytes)
        for field in pairs {
            if let port = Self.port(field, mask) { return port }
        }
        return nil
    }

    private var nonceBytes: [UInt8] { Array(bytes[..<8]) }

    private static func port(_ field: UInt64, _ mask: UInt64) -> UInt16? {
        UInt16(exactly: field ^ mask)
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt64 {
        bytes[8 * place..<8 * place + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
