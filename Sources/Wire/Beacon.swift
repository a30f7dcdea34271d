package import Primitives
import Sodium

/// The datagram by which devices on one network find each other; to everybody else it is noise.
///
///     nonce    8       random
///     friends  8       field under the discovery key of an epoch of the sender's `friends`
///     pairs    5 * 8   fields under pair keys, one a device
///     rest     8       random
///
/// A field is BLAKE2b-64(key, nonce) with the port laid over its last two bytes (xor), so it shows
/// whom it is meant for where the sender is reached, and nobody else anything. A place that nobody
/// is told by is random.
package struct Beacon: Equatable, Sendable {
    /// The length of each, whatever it says.
    package static let byteCount = 64
    /// Devices that one tells by keys of their own.
    package static let pairsMax = 5

    /// As it is sent.
    package let bytes: [UInt8]
    /// What makes it another one than all before.
    package let nonce: UInt64

    private let friends: UInt64
    private let pairs: [UInt64]

    /// Calls whom these keys are shared with, of pairs the first `pairsMax`.
    ///
    /// - Parameter port: where the sender takes links, 0 if it takes none.
    /// - Parameter chance: `byteCount` fresh bytes; as many are used whatever is said.
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

    /// Reads a datagram; nil unless it has `byteCount` bytes. More cannot be wrong with it.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
        nonce = Self.word(bytes, 0)
        friends = Self.word(bytes, 1)
        pairs = (0..<Self.pairsMax).map { Self.word(bytes, 2 + $0) }
    }

    /// The sender's port, if it calls those who hold this discovery key.
    package func port(forFriends key: Bytes32) -> UInt16? {
        Self.port(friends, Derivation.beaconMask(key: key, nonce: nonceBytes))
    }

    /// The sender's port, if it calls whom it shares this pair key with.
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
