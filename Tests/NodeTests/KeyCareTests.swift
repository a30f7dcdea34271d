import CRDT
import Primitives
import Sodium
import Testing
import Wire

@testable import Node

/// Tests changes to existing key files: removing and restoring the root key; setting, changing and
/// removing a passphrase.
struct KeyCareTests {
    private let home = TemporaryHome()

    private func made(_ name: String = Profile.defaultName) throws -> (Profile, RecoveryPhrase) {
        let profile = try home.profile(name)
        let words = try Identities.make(in: profile, name: "Ana").words
        try PrivateFile.write([], to: profile.databasePath)
        return (profile, try RecoveryPhrase(text: words.joined(separator: " ")))
    }

    private func file(_ name: String, _ profile: Profile) throws -> [UInt8]? {
        try PrivateFile.read(profile.keysDirectory + "/" + name, bytesMax: 4096)
    }

    private func entropy() -> Entropy { .seeded(Bytes32(words: (9, 0, 0, 0))) }

    // MARK: The root

    @Test func `a device without the root is the same device`() throws {
        let (profile, _) = try made()
        let before = try Keystore.open(in: profile)

        try KeyCare.removeRoot(from: profile, passphrase: nil)

        let after = try Keystore.open(in: profile)
        #expect(after.phraseSeed == nil)
        #expect(after.certificate == before.certificate)
        #expect(after.recovery == before.recovery)
        #expect(try file("root", profile) == nil)
        #expect(home.mode(of: profile.keysDirectory + "/pair") == 0o600)
        #expect(try !Keystore.holdsRoot(in: profile))
        #expect(throws: KeystoreError.rootless(profile.keysDirectory)) {
            try KeyCare.words(of: profile, passphrase: nil)
        }
    }

    @Test func `killed between its two steps, the removal is done again`() throws {
        let (profile, phrase) = try made()
        let root = try #require(try file("root", profile))
        try KeyCare.removeRoot(from: profile, passphrase: nil)
        try PrivateFile.write(root, to: profile.keysDirectory + "/root")

        #expect(try Keystore.open(in: profile).phraseSeed == phrase.entropy)
        try KeyCare.removeRoot(from: profile, passphrase: nil)

        #expect(try Keystore.open(in: profile).phraseSeed == nil)
    }

    @Test func `the words put the root back`() throws {
        let (profile, phrase) = try made()
        let words = try KeyCare.words(of: profile, passphrase: nil)
        try KeyCare.removeRoot(from: profile, passphrase: nil)

        let recovered = try Identities.recover(
            words.joined(separator: " "), in: profile, name: "x", ticket: nil, passphrase: nil)

        #expect(recovered == .root)
        #expect(try Keystore.open(in: profile).phraseSeed == phrase.entropy)
        #expect(try file("pair", profile) == nil)
        #expect(try ProfileSettings.read(from: profile).name == "Ana")
    }

    @Test func `before the first start the root stays`() throws {
        let (profile, _) = try made()
        try PrivateFile.remove(profile.databasePath)

        #expect(kind { try KeyCare.removeRoot(from: profile, passphrase: nil) } == .missing)
        #expect(try Keystore.holdsRoot(in: profile))
    }

    @Test func `another person's words do not`() throws {
        let (profile, _) = try made()
        let (_, other) = try made("ben")
        try KeyCare.removeRoot(from: profile, passphrase: nil)
        var entropy = entropy()

        #expect(throws: KeystoreError.otherPerson) {
            try Keystore.restoreRoot(other, in: profile, entropy: &entropy)
        }

        #expect(try Keystore.open(in: profile).phraseSeed == nil)
    }

    @Test func `an existing root key is not restored`() throws {
        let (profile, phrase) = try made()
        var entropy = entropy()

        #expect(throws: KeystoreError.exists(profile.keysDirectory)) {
            try Keystore.restoreRoot(phrase, in: profile, entropy: &entropy)
        }
    }

    @Test func `every shorter or changed word of the person is damaged`() throws {
        let (profile, _) = try made()
        try KeyCare.removeRoot(from: profile, passphrase: nil)
        let path = profile.keysDirectory + "/pair"
        let whole = try #require(try file("pair", profile))

        for count in 0..<whole.count {
            try PrivateFile.write(Array(whole.prefix(count)), to: path)
            #expect(throws: KeystoreError.damaged(path)) { _ = try Keystore.open(in: profile) }
        }
        for place in whole.indices {
            var changed = whole
            changed[place] ^= 0x10
            try PrivateFile.write(changed, to: path)
            #expect(throws: KeystoreError.self) { _ = try Keystore.open(in: profile) }
        }
    }

    @Test func `the word for another device is no word for this one`() throws {
        let (profile, phrase) = try made()
        let there = try home.profile("there")
        _ = try Identities.recover(
            phrase.words.joined(separator: " "), in: there, name: "Ana", ticket: nil,
            passphrase: nil)
        try PrivateFile.write([], to: there.databasePath)
        try KeyCare.removeRoot(from: there, passphrase: nil)
        try KeyCare.removeRoot(from: profile, passphrase: nil)
        let path = profile.keysDirectory + "/pair"

        try PrivateFile.write(try #require(try file("pair", there)), to: path)

        #expect(throws: KeystoreError.damaged(path)) { _ = try Keystore.open(in: profile) }
    }

    @Test func `a backup of a device without the root brings it back without`() throws {
        let (profile, _) = try made()
        try KeyCare.removeRoot(from: profile, passphrase: nil)
        let pair = try #require(try file("pair", profile))
        let parts = [Array("d".utf8), pair, Array("k".utf8), Array("s".utf8)]
        let lengths = (parts[1...].map(\.count) + [1]).flatMap { count in
            (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
        }
        let path = home.path + "/backup"
        try PrivateFile.write(parts.flatMap { $0 } + lengths + Backup.mark, to: path)
        let there = try home.profile("there")

        _ = try Restore.perform(from: path, into: there)

        #expect(try file("pair", there) == pair)
        #expect(try file("root", there) == nil)
        #expect(kind { _ = try Restore.perform(from: path, into: there) } == .exists)
    }

    // MARK: The passphrase

    @Test func `a passphrase closes both secrets, and opens them`() throws {
        let (profile, phrase) = try made()
        let before = try Keystore.open(in: profile)

        try KeyCare.setPassphrase(Array("quilt".utf8), of: profile, current: nil)

        let device = profile.keysDirectory + "/device"
        #expect(try Keystore.isLocked(in: profile))
        #expect(throws: KeystoreError.locked(device)) { _ = try Keystore.open(in: profile) }
        #expect(throws: KeystoreError.wrongPassphrase(device)) {
            _ = try Keystore.open(in: profile, passphrase: Array("quilts".utf8))
        }
        let after = try Keystore.open(in: profile, passphrase: Array("quilt".utf8))
        #expect(after.phraseSeed == phrase.entropy)
        #expect(after.certificate == before.certificate)
        let root = try #require(try file("root", profile))
        #expect(!root.windows(of: 32).contains { $0.elementsEqual(phrase.entropy.bytes) })
    }

    @Test func `it is changed with the one in force, and taken off with it`() throws {
        let (profile, phrase) = try made()
        try KeyCare.setPassphrase(Array("one".utf8), of: profile, current: nil)
        let path = profile.keysDirectory + "/device"

        #expect(throws: KeystoreError.wrongPassphrase(path)) {
            try KeyCare.setPassphrase(
                Array("two".utf8), of: profile, current: Array("no".utf8))
        }
        try KeyCare.setPassphrase(Array("two".utf8), of: profile, current: Array("one".utf8))
        #expect(throws: KeystoreError.wrongPassphrase(path)) {
            _ = try Keystore.open(in: profile, passphrase: Array("one".utf8))
        }
        try KeyCare.setPassphrase(nil, of: profile, current: Array("two".utf8))

        #expect(try !Keystore.isLocked(in: profile))
        #expect(try Keystore.open(in: profile).phraseSeed == phrase.entropy)
    }

    @Test func `killed between its two files, either way, the keys open`() throws {
        let (profile, phrase) = try made()
        let plain = try #require(try file("root", profile))
        let word = Array("quilt".utf8)
        try KeyCare.setPassphrase(word, of: profile, current: nil)

        try PrivateFile.write(plain, to: profile.keysDirectory + "/root")

        #expect(try Keystore.open(in: profile, passphrase: word).phraseSeed == phrase.entropy)
    }

    @Test func `a root that is put back lies under the passphrase as well`() throws {
        let (profile, phrase) = try made()
        let word = Array("quilt".utf8)
        try KeyCare.setPassphrase(word, of: profile, current: nil)
        try KeyCare.removeRoot(from: profile, passphrase: word)
        var entropy = entropy()

        try Keystore.restoreRoot(phrase, in: profile, passphrase: word, entropy: &entropy)

        let root = try #require(try file("root", profile))
        #expect(root[8] == 2)
        #expect(try Keystore.open(in: profile, passphrase: word).phraseSeed == phrase.entropy)
    }

    @Test func `every shorter or changed byte of a closed file is noticed`() throws {
        let (profile, _) = try made()
        try KeyCare.setPassphrase(Array("quilt".utf8), of: profile, current: nil)

        for name in ["root", "device"] {
            let path = profile.keysDirectory + "/" + name
            let whole = try #require(try file(name, profile))
            for count in 0..<whole.count {
                try PrivateFile.write(Array(whole.prefix(count)), to: path)
                #expect(throws: KeystoreError.damaged(path)) { _ = try Keystore.open(in: profile) }
            }
            for place in whole.indices {
                var changed = whole
                changed[place] ^= 0x10
                try PrivateFile.write(changed, to: path)
                #expect(throws: KeystoreError.self) { _ = try Keystore.open(in: profile) }
            }
            try PrivateFile.write(whole, to: path)
        }
    }

    @Test func `a node that runs is not disturbed`() throws {
        let (profile, _) = try made()
        let lock = try ProfileLock(profile)

        #expect(kind { try KeyCare.removeRoot(from: profile, passphrase: nil) } == .inUse)
        #expect(
            kind { try KeyCare.setPassphrase([1], of: profile, current: nil) } == .inUse)
        withExtendedLifetime(lock) {}
    }

    // MARK: Settings

    @Test func `only genuine devices of one's own are dialled`() throws {
        let (profile, phrase) = try made()
        let (ben, _) = try made("ben")
        let there = try home.profile("there")
        _ = try Identities.recover(
            phrase.words.joined(separator: " "), in: there, name: "Ana", ticket: nil,
            passphrase: nil)
        let keys = try Keystore.open(in: profile)
        let own = try Keystore.open(in: there).certificate
        var broken = OwnPeer(own, addresses: [])
        broken.certificate.removeLast()
        let settings = ProfileSettings(
            name: "Ana",
            peers: [
                OwnPeer(own, addresses: ["127.0.0.1:1"]), broken,
                OwnPeer(try Keystore.open(in: ben).certificate, addresses: []),
                OwnPeer(keys.certificate, addresses: []),
            ])

        let companions = settings.companions(of: keys)

        #expect(companions.map(\.certificate) == [own])
        #expect(companions.map(\.addresses) == [["127.0.0.1:1"]])
    }
}

extension [UInt8] {
    fileprivate func windows(of count: Int) -> [ArraySlice<UInt8>] {
        indices.dropLast(count - 1).map { self[$0..<$0 + count] }
    }
}
