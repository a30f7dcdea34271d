package import CRDT
package import Sodium

/// A device's statement, for one link only, that the certificate it shows names its own key.
///
/// A certificate is signed by the person and not by the device, so it does not prove who presents it. The handshake
/// hash covers fresh keys of both sides, and the role distinguishes the sides: a proof is useless on another link or in
/// the other direction.
package enum DeviceProof {
    /// The length of a proof, an Ed25519 signature.
    package static let byteCount = 64

    /// Creates the device's proof.
    ///
    /// - Parameters:
    ///   - role: 1 for the side that opened the link, 2 for the other side.
    ///   - handshakeHash: the Noise hash of the completed handshake.
    package static func sign(role: UInt8, handshakeHash: [UInt8], by key: SigningKey) -> [UInt8] {
        key.sign(signedBytes(role: role, handshakeHash: handshakeHash))
    }

    /// Whether the device with this key gave the proof, in this role, on the link with this handshake.
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
