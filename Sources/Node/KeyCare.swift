import Sodium
import Wire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Key management of a profile while no node uses it.
///
/// Each changing call locks the profile, so that it throws `inUse` while a node runs.
package enum KeyCare {
    /// The 24 words, in order.
    ///
    /// - Throws: `missing` if the root is not here; `denied` without the right passphrase.
    package static func words(of profile: Profile, passphrase: [UInt8]?) throws -> [String] {
        let keys = try Keystore.open(in: profile, passphrase: passphrase)
        guard let seed = keys.phraseSeed else {
            throw KeystoreError.rootless(profile.keysDirectory)
        }
        return RecoveryPhrase(entropy: seed).words
    }

    /// Deletes the root from this machine; from then on pairing and revoking ask for the words.
    ///
    /// - Throws: As `words`; `missing` before the node ran for the first time.
    package static func removeRoot(from profile: Profile, passphrase: [UInt8]?) throws {
        try holding(profile) {
            // The first start begins the person's audiences, which needs the root.
            guard access(profile.databasePath, F_OK) == 0 else {
                throw NodeError(
                    .missing, "the root key was not removed",
                    why: "the node of this profile never ran, and its first start needs the key",
                    fix: "weft up, then weft down, then again")
            }
            try Keystore.removeRoot(in: profile, passphrase: passphrase)
        }
    }

    /// Changes or removes the passphrase of the keys.
    ///
    /// - Throws: `denied` if `current` is not the present one.
    package static func setPassphrase(
        _ passphrase: [UInt8]?, of profile: Profile, current: [UInt8]?
    ) throws {
        try holding(profile) {
            var entropy = Entropy.system
            try Keystore.setPassphrase(
                passphrase, in: profile, current: current, entropy: &entropy)
        }
    }

    private static func holding(_ profile: Profile, _ body: () throws -> Void) throws {
        // Checked before anything is created: a profile without keys needs no directories either.
        _ = try Keystore.isLocked(in: profile)
        let lock = try ProfileLock(profile)
        defer { withExtendedLifetime(lock) {} }
        try body()
    }
}
