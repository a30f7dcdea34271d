import Sodium
import Wire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a person does with the keys of a profile while no node uses it.
///
/// Each call holds the profile, so a node that runs makes it throw `inUse`.
package enum KeyCare {
    /// The 24 words, in order.
    ///
    /// - Throws: `missing` where the root is not here; `denied` without the right passphrase.
    package static func words(of profile: Profile, passphrase: [UInt8]?) throws -> [String] {
        let keys = try Keystore.open(in: profile, passphrase: passphrase)
        guard let seed = keys.phraseSeed else {
            throw KeystoreError.rootless(profile.keysDirectory)
        }
        return RecoveryPhrase(entropy: seed).words
    }

    /// Takes the root off this machine; from then on pairing and revoking ask for the words.
    ///
    /// - Throws: as `words`; `missing` before the node ran for the first time.
    package static func removeRoot(from profile: Profile, passphrase: [UInt8]?) throws {
        try holding(profile) {
            // The first start begins the person's audiences, which takes the root.
            guard access(profile.databasePath, F_OK) == 0 else {
                throw NodeError(
                    .missing, "the root key stays here",
                    why: "this profile's node never ran, and its first start needs it",
                    fix: "weft up, then weft down, then again")
            }
            try Keystore.removeRoot(in: profile, passphrase: passphrase)
        }
    }

    /// Puts the keys under another passphrase, or under none.
    ///
    /// - Throws: `denied` when `current` is not the one they have.
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
        // Before anything is made: whoever has no keys needs no folders either.
        _ = try Keystore.isLocked(in: profile)
        let lock = try ProfileLock(profile)
        defer { withExtendedLifetime(lock) {} }
        try body()
    }
}
