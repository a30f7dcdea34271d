package import CRDT
import Primitives
package import Sodium

extension Certificate {
    /// The root key's word that `device` with `agreement` is its person's.
    package static func sign(
        device: DeviceID, agreement: AgreementKey, root: SigningKey
    ) -> Certificate {
        let person = PersonID(root.publicKey)
        let blank = Certificate(
            person: person, device: device, agreement: agreement.publicKey, signature: [])
        return Certificate(
            person: person, device: device, agreement: agreement.publicKey,
            signature: root.sign(blank.signedBytes))
    }

    /// Signed by the person it names.
    package var isGenuine: Bool { Signature.verify(signature, of: signedBytes, by: person.key) }

    private var signedBytes: [UInt8] {
        Array("weft certificate v1".utf8) + person.key.bytes + device.key.bytes + agreement.bytes
    }
}

extension Decertification {
    /// Signed by the person it names.
    package var isGenuine: Bool {
        let signed = Array("weft decertification v1".utf8) + person.key.bytes + device.key.bytes
        return Signature.verify(signature, of: signed, by: person.key)
    }
}
