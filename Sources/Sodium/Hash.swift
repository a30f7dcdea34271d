import CSodium
package import Primitives

/// Hashes of whole messages. Copies nothing and, for the fixed sizes, allocates nothing.
///
/// Our own ids and derivations use BLAKE2b (RFC 7693); SHA-256 and SHA-512 are here because BIP-39 and Noise
/// need them. A BLAKE2b key has 0 to 64 bytes; with a key the hash is a message authentication code.
package enum Hash {
    /// BLAKE2b-256.
    package static func blake2b32(_ message: [UInt8], key: [UInt8] = []) -> Bytes32 {
        Bytes32 { blake2b(message.span, key, into: $0, count: 32) }
    }

    /// BLAKE2b-256 of a slice.
    package static func blake2b32(_ message: ArraySlice<UInt8>, key: [UInt8] = []) -> Bytes32 {
        Bytes32 { blake2b(message.span, key, into: $0, count: 32) }
    }

    /// BLAKE2b-192.
    package static func blake2b24(_ message: [UInt8], key: [UInt8] = []) -> Bytes24 {
        Bytes24 { blake2b(message.span, key, into: $0, count: 24) }
    }

    /// BLAKE2b-192 of a slice.
    package static func blake2b24(_ message: ArraySlice<UInt8>, key: [UInt8] = []) -> Bytes24 {
        Bytes24 { blake2b(message.span, key, into: $0, count: 24) }
    }

    /// BLAKE2b-128.
    package static func blake2b16(_ message: [UInt8], key: [UInt8] = []) -> Bytes16 {
        Bytes16 { blake2b(message.span, key, into: $0, count: 16) }
    }

    /// BLAKE2b-128 of a slice.
    package static func blake2b16(_ message: ArraySlice<UInt8>, key: [UInt8] = []) -> Bytes16 {
        Bytes16 { blake2b(message.span, key, into: $0, count: 16) }
    }

    /// BLAKE2b with 1 to 64 bytes. The length enters the hash, so a shorter hash is not the beginning of a
    /// longer one.
    package static func blake2b(_ message: [UInt8], key: [UInt8] = [], count: Int) -> [UInt8] {
        blake2b(message[...], key: key, count: count)
    }

    /// BLAKE2b of a slice, with 1 to 64 bytes.
    package static func blake2b(
        _ message: ArraySlice<UInt8>, key: [UInt8] = [], count: Int
    ) -> [UInt8] {
        precondition(1...64 ~= count, "a BLAKE2b hash is 1 to 64 bytes")
        return [UInt8](count: count) { blake2b(message.span, key, into: $0, count: count) }
    }

    /// SHA-256 (FIPS 180-4).
    package static func sha256(_ message: [UInt8]) -> Bytes32 {
        Bytes32 { crypto_hash_sha256($0, message, UInt64(message.count)) }
    }

    /// SHA-512 (FIPS 180-4): 64 bytes.
    package static func sha512(_ message: [UInt8]) -> [UInt8] {
        [UInt8](count: 64) { crypto_hash_sha512($0, message, UInt64(message.count)) }
    }

    @inline(__always)
    private static func blake2b(
        _ message: Span<UInt8>, _ key: [UInt8], into target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        precondition(key.count <= 64, "a BLAKE2b key is at most 64 bytes")
        message.withUnsafeBufferPointer { message in
            if message.count >= Bulk.bytesMin, !key.isEmpty,
                Bulk.blake2b(message, key: key, into: target, count: count)
            {
                return
            }
            _ = crypto_generichash(
                target, count, message.baseAddress, UInt64(message.count), key, key.count)
        }
    }
}
