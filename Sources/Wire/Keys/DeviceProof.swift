package import CRDT
package import Sodium

/// A device's word, for one link alone, that the certificate it shows names its own key.
///
/// A certificate is signed by the person it names and not by the device, so it proves nothing about who
/// shows it. The handshake's hash is of both sides' fresh keys, and the role tells the two sides apart:
/// a proof is of use on no other link, and not in the other direction.
package enum DeviceProof {
    /// Bytes of one: an Ed25519 signature.
    package static let byteCount = 64

    /// The device's proof.
    ///
    /// - Parameters:
    ///   - role: 1 for who opened the link, 2 for the other side.
    ///   - handshakeHash: Noise's, of the finished handshake.
    package static func sign(role: UInt8, handshakeHash: [UInt8], by key: SigningKey) -> [UInt8] {
        key.sign(signedBytes(role: role, handshakeHash: handshakeHash))
    }

    /// Whether the device with this key gave it, in this role, on the link of this handshake.
    package static func isGenuine(
        _ proof: [UInt8], role: UInt8, handshakeHash: [UInt8], by device: DeviceID
    ) -> Bool {
        Signature.verify(
            proof, of: signedBytes(role: role, handshakeHash: handshakeHash), by: device.key)
    }

    private static func signedBytes(role: UInt8, handshakeHash: [UInt8]) -> [UInt8] {
        Array("weft device proof v1".utf8) + [role] + handshakeHash
    }
}
