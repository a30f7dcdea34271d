import CRDT
import Primitives
package import Sodium
package import Wire

/// The secrets of a profile: the device's keys, and the root of the person or, on a device without it, the
/// person's certificate for the device.
///
/// `root` or `pair` is written last, so a profile with one of them is complete. If a kill left both, `root`
/// counts. A passphrase seals the device file, and the device's seeds seal the root, so that both can be read
/// after any order of the two writes.
package enum Keystore {
    /// Creates an identity and a device, and stores both. The profile's directories have to exist.
    ///
    /// - Returns: The phrase for the person to write down; it is the root itself.
    /// - Throws: `exists` if there is an identity already.
    package static func create(
        in profile: Profile, entropy: inout Entropy
    ) throws(KeystoreError) -> RecoveryPhrase {
        let phrase = RecoveryPhrase(entropy: entropy.bytes32())
        try create(in: profile, phrase: phrase, entropy: &entropy)
        return phrase
    }

    /// Creates a device for the identity of `phrase`, and stores both.
    ///
    /// - Throws: `exists` if there is an identity already.
    package static func create(
        in profile: Profile, phrase: RecoveryPhrase, entropy: inout Entropy
    ) throws(KeystoreError) {
        try prepare(profile)
        if try exists(in: profile) { throw .exists(profile.keysDirectory) }
        try KeyFile.device.write(drawnSeeds(&entropy), in: profile)
        try KeyFile.root.write(phrase.entropy.bytes, in: profile)
    }

    /// Whether there is an identity.
    package static func exists(in profile: Profile) throws(KeystoreError) -> Bool {
        do throws(KeystoreError) {
            return try KeyFiles(profile).isWhole
        } catch .missing {
            return false
        }
    }

    /// Whether there is a device that waits for its person's answer.
    package static func isUnpaired(in profile: Profile) throws(KeystoreError) -> Bool {
        do throws(KeystoreError) {
            return try KeyFiles(profile).isWhole == false
        } catch .missing {
            return false
        }
    }

    /// Whether `open` needs a passphrase.
    ///
    /// - Throws: `missing` before `create` and `beginPairing`.
    package static func isLocked(in profile: Profile) throws(KeystoreError) -> Bool {
        try KeyFiles(profile).isLocked
    }

    /// Whether the root is here, so that no phrase is needed to sign with it.
    package static func holdsRoot(in profile: Profile) throws(KeystoreError) -> Bool {
        try KeyFiles(profile).root != nil
    }

    /// Reads the keys of a profile.
    ///
    /// - Throws: `missing` before `create`; `unpaired` between `beginPairing` and `finishPairing`; `locked`
    ///   or `wrongPassphrase`; `damaged` if a file is not what was written.
    package static func open(
        in profile: Profile, passphrase: [UInt8]? = nil
    ) throws(KeystoreError) -> Keys {
        let files = try KeyFiles(profile)
        guard files.isWhole else { throw .unpaired(profile.keysDirectory) }
        let seeds = try files.seeds(passphrase)
        if let phraseSeed = try files.phraseSeed(seeds) {
            return Keys(
                phraseSeed: phraseSeed, device: seeds.signing, agreement: seeds.agreement)
        }
        return Keys(
            pairing: try files.pairing(seeds), device: seeds.signing, agreement: seeds.agreement)
    }

    // MARK: Pairing

    /// Creates a device that belongs to nobody yet, or uses the one that an earlier call created.
    ///
    /// - Returns: The request that its person certifies on another device.
    /// - Throws: `exists` if there is an identity already.
    package static func beginPairing(
        in profile: Profile, name: String, entropy: inout Entropy
    ) throws(KeystoreError) -> PairingRequest {
        try prepare(profile)
        if try KeyFile.device.read(in: profile) == nil {
            try KeyFile.device.write(drawnSeeds(&entropy), in: profile)
        }
        let files = try KeyFiles(profile)
        guard !files.isWhole else { throw .exists(profile.keysDirectory) }
        let seeds = try files.seeds(nil)
        return PairingRequest(
            device: DeviceID(seeds.signing.publicKey), agreement: seeds.agreement.publicKey,
            name: name)
    }

    /// Makes the device that of its person, by `answer`.
    ///
    /// - Throws: `otherDevice` if the answer is for another one; `exists` if there is an identity already;
    ///   `missing` before `beginPairing`.
    package static func finishPairing(
        _ answer: PairingAnswer, in profile: Profile, passphrase: [UInt8]? = nil
    ) throws(KeystoreError) {
        let files = try KeyFiles(profile)
        guard !files.isWhole else { throw .exists(profile.keysDirectory) }
        let seeds = try files.seeds(passphrase)
        guard answer.certificate.device == DeviceID(seeds.signing.publicKey),
            answer.certificate.agreement == seeds.agreement.publicKey
        else { throw .otherDevice }
        let pairing = KeyFiles.Pairing(
            recovery: answer.recovery, certificate: answer.certificate)
        try KeyFile.pair.write(pairing.bytes, in: profile)
    }

    // MARK: The root

    /// Deletes the root from this machine; what certifies the device stays.
    ///
    /// - Throws: `rootless` if it is not here.
    package static func removeRoot(
        in profile: Profile, passphrase: [UInt8]? = nil
    ) throws(KeystoreError) {
        let keys = try open(in: profile, passphrase: passphrase)
        guard keys.phraseSeed != nil else { throw .rootless(profile.keysDirectory) }
        let pairing = KeyFiles.Pairing(recovery: keys.recovery, certificate: keys.certificate)
        try KeyFile.pair.write(pairing.bytes, in: profile)
        try KeyFile.root.remove(in: profile)
    }

    /// Puts the root back onto this machine.
    ///
    /// - Throws: `otherPerson` if `phrase` is not that of this device's person; `exists` if the root is here.
    package static func restoreRoot(
        _ phrase: RecoveryPhrase, in profile: Profile, passphrase: [UInt8]? = nil,
        entropy: inout Entropy
    ) throws(KeystoreError) {
        let files = try KeyFiles(profile)
        guard files.root == nil else { throw .exists(profile.keysDirectory) }
        let seeds = try files.seeds(passphrase)
        let root = Derivation.root(phraseSeed: phrase.entropy)
        guard try files.pairing(seeds).certificate.person == PersonID(root.publicKey) else {
            throw .otherPerson
        }
        try writeRoot(phrase.entropy, seeds, isSealed: files.isLocked, profile, &entropy)
        try KeyFile.pair.remove(in: profile)
    }

    // MARK: The passphrase

    /// Changes or removes the passphrase.
    ///
    /// Copies made earlier still open with the passphrase they had.
    package static func setPassphrase(
        _ passphrase: [UInt8]?, in profile: Profile, current: [UInt8]?, entropy: inout Entropy
    ) throws(KeystoreError) {
        let files = try KeyFiles(profile)
        let seeds = try files.seeds(current)
        let phraseSeed = try files.phraseSeed(seeds)
        guard let passphrase else {
            if let phraseSeed {
                try writeRoot(phraseSeed, seeds, isSealed: false, profile, &entropy)
            }
            try KeyFile.device.write(seeds.bytes, in: profile)
            return
        }
        let cost = KeyFile.Cost(salt: entropy.bytes16())
        try KeyFile.device.write(
            seeds.bytes, sealedUnder: KeyFiles.key(passphrase, cost), cost: cost,
            nonce: entropy.bytes24(), in: profile)
        if let phraseSeed {
            try writeRoot(phraseSeed, seeds, isSealed: true, profile, &entropy)
        }
    }

    private static func writeRoot(
        _ phraseSeed: Bytes32, _ seeds: KeyFiles.Seeds, isSealed: Bool, _ profile: Profile,
        _ entropy: inout Entropy
    ) throws(KeystoreError) {
        guard isSealed else { return try KeyFile.root.write(phraseSeed.bytes, in: profile) }
        try KeyFile.root.write(
            phraseSeed.bytes, sealedUnder: seeds.rootKey, cost: nil, nonce: entropy.bytes24(),
            in: profile)
    }

    private static func drawnSeeds(_ entropy: inout Entropy) -> [UInt8] {
        entropy.bytes32().bytes + entropy.bytes32().bytes
    }

    private static func prepare(_ profile: Profile) throws(KeystoreError) {
        do throws(NodeError) {
            try PrivateDirectory.ensure(profile.keysDirectory)
        } catch {
            throw .file(error)
        }
    }
}
