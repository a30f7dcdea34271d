package import CRDT
package import Primitives
package import Sodium
import Wire

/// The person whose node this is, and the keys by which it writes and reads.
package final class Owner {
    /// This device, certified by its person.
    package let certificate: Certificate
    /// The key that signs deltas.
    package let signing: SigningKey
    /// The key that opens epoch keys; also the static key of every link.
    package let agreement: AgreementKey
    /// The phrase's 32 bytes, from which root key, first secrets and recovery key derive; nil on a device
    /// that works without it.
    package let phraseSeed: Bytes32?
    /// The key to which each epoch's key is sealed in addition to the devices: `Derivation.recoveryKey`.
    package let recovery: Bytes32
    /// The name by which the person presents themselves.
    package internal(set) var name: String

    /// Creates a device of the phrase's person and certifies it.
    package convenience init(
        phraseSeed: Bytes32, signing: SigningKey, agreement: AgreementKey, name: String
    ) {
        self.init(
            certificate: Certificate.sign(
                device: DeviceID(signing.publicKey), agreement: agreement,
                root: Derivation.root(phraseSeed: phraseSeed)),
            signing: signing, agreement: agreement, phraseSeed: phraseSeed,
            recovery: Derivation.recoveryKey(phraseSeed: phraseSeed).publicKey, name: name)
    }

    /// Creates a device that another one certified; the phrase may be elsewhere.
    package init(
        certificate: Certificate, signing: SigningKey, agreement: AgreementKey,
        phraseSeed: Bytes32?, recovery: Bytes32, name: String
    ) {
        self.certificate = certificate
        self.signing = signing
        self.agreement = agreement
        self.phraseSeed = phraseSeed
        self.recovery = recovery
        self.name = name
    }

    /// The person.
    package var person: PersonID { certificate.person }
    /// The device.
    package var device: DeviceID { certificate.device }
}
