import CSodium
package import Primitives

/// A person's or a device's own Ed25519 key: it signs, and its public half is the name others know.
package final class SigningKey: Sendable {
    /// What others verify with.
    package let publicKey: Bytes32

    /// The seed, followed by the public key: the form in which libsodium signs.
    private let secret: SecretMemory

    /// The key that belongs to `seed`. The same seed always gives the same key.
    package init(seed: consuming SecretKey) {
        let source = seed.memory.pointer
        var publicKey = Bytes32.zero
        secret = SecretMemory(count: 64) { secret in
            publicKey = Bytes32 { crypto_sign_seed_keypair($0, secret, source) }
        }
        self.publicKey = publicKey
    }

    /// The 64 bytes of an Ed25519 signature, the same each time (RFC 8032).
    package func sign(_ message: [UInt8]) -> [UInt8] {
        [UInt8](count: 64) {
            crypto_sign_detached($0, nil, message, UInt64(message.count), secret.pointer)
        }
    }
}

/// Ed25519 signatures of others.
package enum Signature {
    /// True when the owner of `key` signed exactly `message`.
    ///
    /// False for anything else: another length than 64, a key of small order, a changed bit.
    /// About 17,000 a second on one core, the dearest step of taking in what others wrote.
    package static func verify(
        _ signature: some Collection<UInt8>, of message: [UInt8], by key: Bytes32
    ) -> Bool {
        verify(signature, of: message[...], by: key)
    }

    /// The same for a message that is part of something longer.
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
