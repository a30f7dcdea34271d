package import CRDT
package import Primitives
package import Sodium
import Wire

/// The keys of a running node.
package final class Keys: Sendable {
    /// The entropy of the phrase, from which root key and first secrets derive; nil on a device
    /// that does without.
    package let phraseSeed: Bytes32?
    /// To which each epoch's key is sealed beside the devices (`Derivation.recoveryKey`).
    package let recovery: Bytes32
    /// The person's word that this device is his.
    package let certificate: Certificate
    /// This device: signs deltas.
    package let device: SigningKey
    /// This device in handshakes.
    package let agreement: AgreementKey

    /// A device with the phrase of its person.
    init(phraseSeed: Bytes32, device: SigningKey, agreement: AgreementKey) {
        self.phraseSeed = phraseSeed
        recovery = Derivation.recoveryKey(phraseSeed: phraseSeed).publicKey
        certificate = Certificate.sign(
            device: DeviceID(device.publicKey), agreement: agreement,
            root: Derivation.root(phraseSeed: phraseSeed))
        self.device = device
        self.agreement = agreement
    }

    /// A device that another one certified; both keys are those of `pairing`.
    init(pairing: KeyFiles.Pairing, device: SigningKey, agreement: AgreementKey) {
        phraseSeed = nil
        recovery = pairing.recovery
        certificate = pairing.certificate
        self.device = device
        self.agreement = agreement
    }

    /// Whose device it is.
    package var person: PersonID { certificate.person }
}
