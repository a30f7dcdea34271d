import CSodium
package import Primitives

/// The group ristretto255: prime order, one encoding for each element, no element of small order but the
/// identity.
///
/// - Source: RFC 9496; `crypto_core_ristretto255_*` and `crypto_scalarmult_ristretto255`.
package enum Ristretto {
    /// Maps 64 uniform bytes to an element. Nobody knows its logarithm to any other element.
    package static func element(fromUniform bytes: [UInt8]) -> Bytes32 {
        precondition(bytes.count == 64, "an element is made from 64 bytes")
        return Bytes32 { crypto_core_ristretto255_from_hash($0, bytes) }
    }

    /// Maps 64 uniform bytes to a scalar below the order of the group, with negligible bias.
    package static func scalar(fromUniform bytes: [UInt8]) -> SecretKey {
        precondition(bytes.count == 64, "a scalar is made from 64 bytes")
        return SecretKey { crypto_core_ristretto255_scalar_reduce($0, bytes) }
    }

    /// Multiplies `element` by `scalar`.
    ///
    /// - Returns: nil if `element` is not a valid encoding, or if the result is the identity, which everyone
    ///   can compute.
    package static func multiply(
        _ element: Bytes32, by scalar: borrowing SecretKey
    ) -> Bytes32? {
        let number = scalar.memory.pointer
        var isGood = false
        let product = Bytes32 { target in
            isGood = element.withPointer { crypto_scalarmult_ristretto255(target, number, $0) == 0 }
        }
        return isGood ? product : nil
    }
}
