package import CRDT
package import Primitives
package import Sodium

extension Certificate {
    /// The root key's word that `device` with `agreement` is its person's.
    package static func sign(
        device: DeviceID, agreement: AgreementKey, root: SigningKey
    ) -> Certificate {
        sign(device: device, agreement: agreement.publicKey, root: root)
    }

    /// The same for a device elsewhere, of whose X25519 key only the public half is here.
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

    /// Which kind of signature it has: 0 is Ed25519, and this version knows no other.
    ///
    /// It stands in the three highest bits of the signature's last byte, which are zero in every Ed25519
    /// signature: the second half is a number below 2^253, least significant byte first.
    /// - Source: RFC 8032, 5.1.7: a verifier refuses what is not below the group's order.
    package var algorithm: UInt8 { (signature.last ?? 0) >> 5 }

    /// Signed by the person it names, by Ed25519: one of another algorithm never is.
    package var isGenuine: Bool { Signature.verify(signature, of: signedBytes, by: person.key) }

    private var signedBytes: [UInt8] {
        Array("weft certificate v1".utf8) + person.key.bytes + device.key.bytes + agreement.bytes
    }
}

extension Decertification {
    /// The root key's word that `device` is its person's no longer, and that of what it wrote in
    /// the audience `audience` of `owner` no more than `chains` stands.
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

    /// Signed by the person it names.
    package var isGenuine: Bool { Signature.verify(signature, of: signedBytes, by: person.key) }

    private var signedBytes: [UInt8] {
        var writer = ByteWriter()
        writeUnsigned(to: &writer)
        return Array("weft decertification v1".utf8) + writer.bytes
    }
}
