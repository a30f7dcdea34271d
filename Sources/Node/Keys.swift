package import CRDT
package import Primitives
package import Sodium
import Wire

/// The keys of a running node.
package final class Keys: Sendable {
    /// The entropy of the phrase, from which root key and first secrets derive; nil on a device without the
    /// root.
    package let phraseSeed: Bytes32?
    /// The key to which each epoch's key is sealed besides the devices (`Derivation.recoveryKey`).
    package let recovery: Bytes32
    /// The person's certificate for this device.
    package let certificate: Certificate
    /// This device's key that signs deltas.
    package let device: SigningKey
    /// This device's key in handshakes.
    package let agreement: AgreementKey

    /// Creates the keys of a device with its person's phrase.
    init(phraseSeed: Bytes32, device: SigningKey, agreement: AgreementKey) {
        self.phraseSeed = phraseSeed
        recovery = Derivation.recoveryKey(phraseSeed: phraseSeed).publicKey
        certificate = Certificate.sign(
            device: DeviceID(device.publicKey), agreement: agreement,
            root: Derivation.root(phraseSeed: phraseSeed))
        self.device = device
        self.agreement = agreement
    }

    /// Creates the keys of a device that another one certified; both keys are those in `pairing`.
    init(pairing: KeyFiles.Pairing, device: SigningKey, agreement: AgreementKey) {
        phraseSeed = nil
        recovery = pairing.recovery
        certificate = pairing.certificate
        self.device = device
        self.agreement = agreement
    }

    /// The person whose device it is.
    package var person: PersonID { certificate.person }
}
