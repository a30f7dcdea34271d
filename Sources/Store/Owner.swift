package import CRDT
package import Primitives
package import Sodium
import Wire

/// Whose node this is: the keys by which it writes and reads.
package final class Owner {
    /// This device, certified by its person.
    package let certificate: Certificate
    /// Signs deltas.
    package let signing: SigningKey
    /// Finds epochs' keys; the static key of every link.
    package let agreement: AgreementKey
    /// The phrase's 32 bytes, from which first secrets and the recovery key derive.
    package let phraseSeed: Bytes32
    /// How the person calls himself.
    package let name: String

    /// A device of the person of `root`, whom this call certifies.
    package init(
        root: SigningKey, signing: SigningKey, agreement: AgreementKey, phraseSeed: Bytes32,
        name: String
    ) {
        certificate = Certificate.sign(
            device: DeviceID(signing.publicKey), agreement: agreement, root: root)
        self.signing = signing
        self.agreement = agreement
        self.phraseSeed = phraseSeed
        self.name = name
    }

    /// The person.
    package var person: PersonID { certificate.person }
    /// The device.
    package var device: DeviceID { certificate.device }
}
