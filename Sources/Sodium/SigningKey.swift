import CSodium
package import Primitives

/// The Ed25519 key of a person or device; its public half identifies it to others.
package final class SigningKey: Sendable {
    /// The public half, with which others verify.
    package let publicKey: Bytes32

    /// The seed, followed by the public key: libsodium's form of a signing key.
    private let secret: SecretMemory

    /// Creates the key of `seed`. The same seed always gives the same key.
    package init(seed: consuming SecretKey) {
        let source = seed.memory.pointer
        var publicKey = Bytes32.zero
        secret = SecretMemory(count: 64) { secret in
            publicKey = Bytes32 { crypto_sign_seed_keypair($0, secret, source) }
        }
        self.publicKey = publicKey
    }

    /// The 64 bytes of an Ed25519 signature, which is deterministic (RFC 8032).
    package func sign(_ message: [UInt8]) -> [UInt8] {
        [UInt8](count: 64) {
            crypto_sign_detached($0, nil, message, UInt64(message.count), secret.pointer)
        }
    }
}

/// Verification of Ed25519 signatures.
package enum Signature {
    /// Whether the owner of `key` signed exactly `message`.
    ///
    /// False for anything else: another length than 64, a key of small order, a changed bit. About 17,000 a
    /// second on one core, the most expensive step of receiving deltas.
    package static func verify(
        _ signature: some Collection<UInt8>, of message: [UInt8], by key: Bytes32
    ) -> Bool {
        verify(signature, of: message[...], by: key)
    }

    /// Verifies a message that is a slice of something longer.
    package static func verify(
        _ signature: some Collection<UInt8>, of message: ArraySlice<UInt8>, by key: Bytes32
    ) -> Bool {
        guard signature.count == 64 else { return false }
        let signature = Array(signature)
        let count = UInt64(message.count)
        return message.withPointer { message in
            key.withPointer { crypto_sign_verify_detached(signature, message, count, $0) == 0 }
        }
    }
}
