import Domain
import Sodium

/// A new identity, device and settings for a profile.
package enum Identities {
    /// What was made.
    package struct Made: Sendable {
        /// What friends see.
        package let name: String
        /// Shown to the person once.
        package let phrase: RecoveryPhrase
    }

    /// Makes folders, settings and keys of `profile`, in this order: the keys come last, so where
    /// they are the profile is whole, and what an interrupted run left is used again.
    ///
    /// - Throws: `exists` where there is an identity; `inUse` while a node runs; `invalid` for a
    ///   name that is empty, too long, or acts on a terminal. Else `NodeError` of the files.
    package static func make(in profile: Profile, name: String) throws -> Made {
        let name = try checked(name)
        try profile.prepare()
        let lock = try ProfileLock(profile)
        defer { withExtendedLifetime(lock) {} }
        if try Keystore.exists(in: profile) {
            throw KeystoreError.exists(profile.keysDirectory)
        }
        try ProfileSettings(name: name).write(to: profile)
        var entropy = Entropy.system
        return Made(name: name, phrase: try Keystore.create(in: profile, entropy: &entropy))
    }

    private static func checked(_ name: String) throws(NodeError) -> String {
        let first = name.unicodeScalars.firstIndex { !$0.properties.isWhitespace }
        let last = name.unicodeScalars.lastIndex { !$0.properties.isWhitespace }
        guard let first, let last else {
            throw refusal("it is empty")
        }
        let name = String(name.unicodeScalars[first...last])
        guard name.utf8.count <= Limits.nameBytesMax else {
            throw refusal("it has \(name.utf8.count) bytes, and at most \(Limits.nameBytesMax) fit")
        }
        let isControl = name.unicodeScalars.contains {
            [.control, .format, .lineSeparator, .paragraphSeparator]
                .contains($0.properties.generalCategory) && $0.value != 0x200D
        }
        guard !isControl else { throw refusal("it has a character that cannot be seen") }
        return name
    }

    private static func refusal(_ why: String) -> NodeError {
        NodeError(.invalid, "the name cannot be used", why: why, fix: "weft init --name NAME")
    }
}
