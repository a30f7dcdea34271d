package import CRDT
package import Primitives
package import Sodium

extension Certificate {
    /// Creates the root key's certificate for `device` of its person.
    package static func sign(
        device: DeviceID, agreement: AgreementKey, root: SigningKey
    ) -> Certificate {
        sign(device: device, agreement: agreement.publicKey, root: root)
    }

    /// Creates the certificate for another device, of whose X25519 key only the public half is known here.
    package static func sign(
        device: DeviceID, agreement: Bytes32, root: SigningKey
    ) -> Certificate {
        let person = PersonID(root.publicKey)
        let blank = Certificate(
            person: person, device: device, agreement: agreement, signature: [])
        return Certificate(
            person: person, device: device, agreement: agreement,
            signature: root.sign(blank.signedBytes))
    }

    /// The signature algorithm: 0 is Ed25519, the only one this version knows.
    ///
    /// It is stored in the three highest bits of the signature's last byte, which are zero in every Ed25519 signature:
    /// the second half is a number below 2^253, least significant byte first.
    /// - Source: RFC 8032, 5.1.7: a verifier refuses a number not below the group's order.
    package var algorithm: UInt8 { (signature.last ?? 0) >> 5 }

    /// Whether the person it names signed it with Ed25519; false for any other algorithm.
    package var isGenuine: Bool { Signature.verify(signature, of: signedBytes, by: person.key) }

    private var signedBytes: [UInt8] {
        Array("weft certificate v1".utf8) + person.key.bytes + device.key.bytes + agreement.bytes
    }
}

extension Decertification {
    /// Creates the root key's statement that `device` no longer belongs to its person, and that of its operations in
    /// the audience `audience` of `owner` only `chains` are valid.
    package static func sign(
        device: DeviceID, audience: UInt8, owner: PersonID, chains: [ChainLength],
        root: SigningKey
    ) -> Decertification {
        let blank = Decertification(
            person: PersonID(root.publicKey), device: device, audience: audience, owner: owner,
            chains: chains, signature: [])
        return Decertification(
            person: blank.person, device: device, audience: audience, owner: owner,
            chains: chains, signature: root.sign(blank.signedBytes))
    }

    /// Whether the person it names signed it.
    package var isGenuine: Bool { Signature.verify(signature, of: signedBytes, by: person.key) }

    private var signedBytes: [UInt8] {
        var writer = ByteWriter()
        writeUnsigned(to: &writer)
        return Array("weft decertification v1".utf8) + writer.bytes
    }
}
