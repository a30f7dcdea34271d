import CSodium
package import Primitives

/// An X25519 key: two parties who know each other's public half compute the same secret.
package final class AgreementKey: Sendable {
    /// The public half, which the other side agrees with.
    package let publicKey: Bytes32

    private let scalar: SecretKey

    /// Creates the key whose scalar is `seed`; X25519 clamps it by itself (RFC 7748, section 5).
    package init(seed: consuming SecretKey) {
        let source = seed.memory.pointer
        publicKey = Bytes32 { crypto_scalarmult_base($0, source) }
        scalar = seed
    }

    /// The 32 bytes that both sides compute. They are not uniform: hash them before use as a key.
    ///
    /// - Returns: nil if `other` is a point of small order, with which everyone computes zero.
    package func agree(with other: Bytes32) -> [UInt8]? {
        var isGood = false
        let shared = [UInt8](count: 32) { target in
            isGood = other.withPointer { crypto_scalarmult(target, scalar.memory.pointer, $0) == 0 }
        }
        return isGood ? shared : nil
    }
}
