import CRDT
import Primitives
import Sodium
import Wire

/// All key files of a profile as they were read: which there are, and whether a passphrase is needed.
struct KeyFiles {
    /// What takes the place of the root on a device without it.
    struct Pairing: Equatable {
        let recovery: Bytes32
        let certificate: Certificate

        var bytes: [UInt8] {
            var writer = ByteWriter()
            writer.bytes32(recovery)
            certificate.write(to: &writer)
            return writer.bytes
        }

        init(recovery: Bytes32, certificate: Certificate) {
            self.recovery = recovery
            self.certificate = certificate
        }

        /// Nil unless its person signed the certificate.
        init?(_ bytes: [UInt8]) {
            var reader = ByteReader(bytes)
            do throws(WireError) {
                let recovery = try reader.bytes32()
                let certificate = try Certificate(from: &reader)
                try reader.finish()
                guard certificate.isGenuine else { return nil }
                self.init(recovery: recovery, certificate: certificate)
            } catch {
                return nil
            }
        }
    }

    /// The device's two seeds.
    struct Seeds {
        let bytes: [UInt8]
        let signing: SigningKey
        let agreement: AgreementKey

        init?(_ bytes: [UInt8]) {
            guard bytes.count == 64, let signing = Bytes32(bytes.prefix(32)),
                let agreement = Bytes32(bytes.suffix(32))
            else { return nil }
            self.bytes = bytes
            self.signing = SigningKey(seed: SecretKey(signing))
            self.agreement = AgreementKey(seed: SecretKey(agreement))
        }

        /// The key that seals the root while the device file is sealed under a passphrase.
        var rootKey: Bytes32 { Hash.blake2b32(Array("weft root file".utf8), key: bytes) }
    }

    let profile: Profile
    let root: KeyFile.Contents?
    let device: KeyFile.Contents?
    let pair: KeyFile.Contents?

    /// Reads all key files.
    ///
    /// - Throws: `missing` if there are none.
    init(_ profile: Profile) throws(KeystoreError) {
        self.profile = profile
        do throws(NodeError) {
            try PrivateDirectory.check(profile.keysDirectory)
        } catch {
            throw error.kind == .missing ? .missing(profile.keysDirectory) : .file(error)
        }
        root = try KeyFile.root.read(in: profile)
        device = try KeyFile.device.read(in: profile)
        pair = try KeyFile.pair.read(in: profile)
        guard device != nil || isWhole else { throw .missing(profile.keysDirectory) }
    }

    /// Whether a passphrase is needed.
    var isLocked: Bool {
        if case .sealed = device { return true }
        return false
    }

    /// Whether the device belongs to a person: there is the root, or what takes its place.
    var isWhole: Bool { root != nil || pair != nil }

    /// The device's seeds.
    ///
    /// - Throws: `locked` without a passphrase where one is needed; `wrongPassphrase`.
    func seeds(_ passphrase: [UInt8]?) throws(KeystoreError) -> Seeds {
        let path = KeyFile.device.path(in: profile)
        switch device {
        // A root without its device is not a profile.
        case nil: throw isWhole ? .damaged(path) : .missing(profile.keysDirectory)
        case .plain(let bytes):
            guard let seeds = Seeds(bytes) else { throw .damaged(path) }
            return seeds
        case .sealed(let sealed):
            guard let cost = sealed.cost else { throw .damaged(path) }
            guard let passphrase else { throw .locked(path) }
            let key = try Self.key(passphrase, cost)
            guard let bytes = sealed.open(key) else { throw .wrongPassphrase(path) }
            guard let seeds = Seeds(bytes) else { throw .damaged(path) }
            return seeds
        }
    }

    /// The entropy of the phrase; nil on a device without the root.
    func phraseSeed(_ seeds: Seeds) throws(KeystoreError) -> Bytes32? {
        let bytes: [UInt8]?
        switch root {
        case nil: return nil
        case .plain(let plain): bytes = plain
        case .sealed(let sealed): bytes = sealed.open(seeds.rootKey)
        }
        guard let seed = bytes.flatMap({ Bytes32($0) }) else {
            throw .damaged(KeyFile.root.path(in: profile))
        }
        return seed
    }

    /// What takes the place of the root, for exactly this device.
    func pairing(_ seeds: Seeds) throws(KeystoreError) -> Pairing {
        let path = KeyFile.pair.path(in: profile)
        switch pair {
        case nil: throw .unpaired(profile.keysDirectory)
        case .sealed: throw .damaged(path)
        case .plain(let bytes):
            guard let pairing = Pairing(bytes),
                pairing.certificate.device == DeviceID(seeds.signing.publicKey),
                pairing.certificate.agreement == seeds.agreement.publicKey
            else { throw .damaged(path) }
            return pairing
        }
    }

    /// Derives the key from a passphrase; takes about half a second.
    static func key(
        _ passphrase: [UInt8], _ cost: KeyFile.Cost
    ) throws(KeystoreError) -> Bytes32 {
        do throws(SodiumError) {
            return try Argon2.key(passphrase: passphrase, salt: cost.salt)
        } catch {
            switch error {
            case .outOfMemory(let bytes): throw .outOfMemory(bytes: bytes)
            }
        }
    }
}
