package import Primitives
package import Sodium

/// The secrets of a profile: two files of mode 0600 in `Profile.keysDirectory`.
///
///     magic     8 bytes   "weftroot" or "weftdevc"
///     version   u8        1
///     secrets   32 bytes  root: the entropy of the recovery phrase
///               64 bytes  device: Ed25519 seed, X25519 seed
///     check     16 bytes  BLAKE2b-128 of all before: finds damage, protects from nobody
///
/// The root's file is written last, so where it exists the profile is whole.
package enum Keystore {
    private static let version: UInt8 = 1
    private static let root = (name: "root", magic: Array("weftroot".utf8), secretBytes: 32)
    private static let device = (name: "device", magic: Array("weftdevc".utf8), secretBytes: 64)

    /// Draws an identity and a device, and keeps both. The profile's folders exist.
    ///
    /// - Returns: what the person writes down; it is the root itself.
    /// - Throws: `exists` where there is a root already.
    package static func create(
        in profile: Profile, entropy: inout Entropy
    ) throws(KeystoreError) -> RecoveryPhrase {
        let phrase = RecoveryPhrase(entropy: entropy.bytes32())
        try create(in: profile, phrase: phrase, entropy: &entropy)
        return phrase
    }

    /// Draws a device for the identity that `phrase` names, and keeps both.
    ///
    /// - Throws: `exists` where there is a root already.
    package static func create(
        in profile: Profile, phrase: RecoveryPhrase, entropy: inout Entropy
    ) throws(KeystoreError) {
        let seeds = entropy.bytes32().bytes + entropy.bytes32().bytes
        do throws(NodeError) {
            try PrivateDirectory.ensure(profile.keysDirectory)
            guard try read(root, profile) == nil else {
                throw KeystoreError.exists(profile.keysDirectory).explanation
            }
            try write(seeds, device, profile)
            try write(phrase.entropy.bytes, root, profile)
        } catch {
            throw error.kind == .exists ? .exists(profile.keysDirectory) : .file(error)
        }
    }

    /// Whether there is an identity.
    package static func exists(in profile: Profile) throws(KeystoreError) -> Bool {
        do throws(NodeError) {
            return try read(root, profile) != nil
        } catch {
            if error.kind == .missing { return false }
            throw .file(error)
        }
    }

    /// The keys of a profile.
    ///
    /// - Throws: `missing` before `create`; `damaged` when a file is not what was written.
    package static func open(in profile: Profile) throws(KeystoreError) -> Keys {
        let rootBytes: [UInt8]?
        let deviceBytes: [UInt8]?
        do throws(NodeError) {
            try PrivateDirectory.check(profile.keysDirectory)
            rootBytes = try read(root, profile)
            deviceBytes = try read(device, profile)
        } catch {
            throw error.kind == .missing ? .missing(profile.keysDirectory) : .file(error)
        }
        guard let rootBytes, let deviceBytes else { throw .missing(profile.keysDirectory) }
        let entropy = try secrets(of: rootBytes, root, profile)
        let seeds = try secrets(of: deviceBytes, device, profile)
        guard let phraseSeed = Bytes32(entropy), let signing = Bytes32(seeds.prefix(32)),
            let agreement = Bytes32(seeds.suffix(32))
        else { throw .damaged(profile.keysDirectory) }
        return Keys(phraseSeed: phraseSeed, signingSeed: signing, agreementSeed: agreement)
    }

    private typealias Form = (name: String, magic: [UInt8], secretBytes: Int)

    private static func path(_ form: Form, _ profile: Profile) -> String {
        profile.keysDirectory + "/" + form.name
    }

    private static func read(_ form: Form, _ profile: Profile) throws(NodeError) -> [UInt8]? {
        try PrivateFile.read(path(form, profile), bytesMax: 4096)
    }

    private static func write(
        _ secrets: [UInt8], _ form: Form, _ profile: Profile
    ) throws(NodeError) {
        let body = form.magic + [version] + secrets
        try PrivateFile.write(body + Hash.blake2b16(body).bytes, to: path(form, profile))
    }

    private static func secrets(
        of bytes: [UInt8], _ form: Form, _ profile: Profile
    ) throws(KeystoreError) -> ArraySlice<UInt8> {
        let bodyCount = form.magic.count + 1 + form.secretBytes
        if bytes.starts(with: form.magic), bytes.count > form.magic.count,
            bytes[form.magic.count] > version
        {
            throw .newer(path(form, profile), version: bytes[form.magic.count])
        }
        guard bytes.count == bodyCount + 16, bytes.starts(with: form.magic + [version]),
            bytes[bodyCount...].elementsEqual(Hash.blake2b16(bytes[..<bodyCount]).bytes)
        else { throw .damaged(path(form, profile)) }
        return bytes[(form.magic.count + 1)..<bodyCount]
    }
}

/// The keys of a running node.
package final class Keys: Sendable {
    /// The person: signs certificates of devices. Its public half is the PersonID.
    package let root: SigningKey
    /// What `root` is made from: BLAKE2b-256(key = `phraseSeed`, "weft root").
    package let rootSeed: SecretKey
    /// The entropy of the phrase: the first secrets of the own audiences derive from it.
    package let phraseSeed: Bytes32
    /// This device: signs deltas.
    package let device: SigningKey
    /// This device in handshakes.
    package let agreement: AgreementKey

    init(phraseSeed: Bytes32, signingSeed: Bytes32, agreementSeed: Bytes32) {
        self.phraseSeed = phraseSeed
        let rootSeed = Hash.blake2b32(Array("weft root".utf8), key: phraseSeed.bytes)
        self.rootSeed = SecretKey(rootSeed)
        root = SigningKey(seed: SecretKey(rootSeed))
        device = SigningKey(seed: SecretKey(signingSeed))
        agreement = AgreementKey(seed: SecretKey(agreementSeed))
    }
}
