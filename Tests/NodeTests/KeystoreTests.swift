import CRDT
import Primitives
import Sodium
import Testing
import Wire

@testable import Node

struct KeystoreTests {
    private let home = TemporaryHome()

    private func made(_ profile: Profile, seed: UInt64 = 1) throws -> RecoveryPhrase {
        var entropy = Entropy.seeded(Bytes32(words: (seed, 0, 0, 0)))
        return try Keystore.create(in: profile, entropy: &entropy)
    }

    @Test func `the phrase gives the person's key again on another machine`() throws {
        let here = try home.profile("here")
        let there = try home.profile("there")
        let phrase = try made(here)
        var entropy = Entropy.seeded(Bytes32(words: (2, 0, 0, 0)))

        try Keystore.create(
            in: there, phrase: RecoveryPhrase(text: phrase.words.joined(separator: " ")),
            entropy: &entropy)

        let (first, second) = try (Keystore.open(in: here), Keystore.open(in: there))
        #expect(first.person == second.person)
        #expect(first.recovery == second.recovery)
        #expect(first.phraseSeed == phrase.entropy)
        #expect(first.device.publicKey != second.device.publicKey)
        #expect(first.agreement.publicKey != second.agreement.publicKey)
    }

    @Test func `the root key is made from the phrase as the protocol says`() throws {
        let profile = try home.profile()
        let phrase = try made(profile)

        let keys = try Keystore.open(in: profile)

        let seed = Hash.blake2b32(Array("weft root".utf8), key: phrase.entropy.bytes)
        #expect(keys.person == PersonID(SigningKey(seed: SecretKey(seed)).publicKey))
        #expect(keys.certificate.isGenuine)
    }

    @Test func `an identity is never written over`() throws {
        let profile = try home.profile()
        let phrase = try made(profile)

        #expect(throws: KeystoreError.exists(profile.keysDirectory)) { try made(profile, seed: 2) }

        #expect(try Keystore.open(in: profile).phraseSeed == phrase.entropy)
        #expect(try Keystore.exists(in: profile))
    }

    @Test func `files of keys are their owner's alone`() throws {
        let profile = try home.profile()
        _ = try made(profile)

        #expect(home.mode(of: profile.keysDirectory) == 0o700)
        #expect(home.mode(of: profile.keysDirectory + "/root") == 0o600)
        #expect(home.mode(of: profile.keysDirectory + "/device") == 0o600)
    }

    @Test func `without keys there is nothing to open`() throws {
        let profile = try home.profile()

        #expect(try !Keystore.exists(in: profile))
        #expect(throws: KeystoreError.missing(profile.keysDirectory)) {
            _ = try Keystore.open(in: profile)
        }
    }

    @Test(arguments: ["root", "device"])
    func `every shorter file is damaged`(name: String) throws {
        let profile = try home.profile()
        _ = try made(profile)
        let path = profile.keysDirectory + "/" + name
        let whole = try #require(try PrivateFile.read(path, bytesMax: 4096))

        for count in 0..<whole.count {
            try PrivateFile.write(Array(whole.prefix(count)), to: path)
            #expect(throws: KeystoreError.damaged(path)) { _ = try Keystore.open(in: profile) }
        }
    }

    @Test(arguments: ["root", "device"])
    func `every changed byte is noticed`(name: String) throws {
        let profile = try home.profile()
        _ = try made(profile)
        let path = profile.keysDirectory + "/" + name
        let whole = try #require(try PrivateFile.read(path, bytesMax: 4096))

        for place in whole.indices {
            var changed = whole
            changed[place] ^= 0x10
            try PrivateFile.write(changed, to: path)
            #expect(throws: KeystoreError.self) { _ = try Keystore.open(in: profile) }
        }
    }

    @Test func `a later version's file is told from a damaged one`() throws {
        let profile = try home.profile()
        _ = try made(profile)
        let path = profile.keysDirectory + "/root"
        var bytes = try #require(try PrivateFile.read(path, bytesMax: 4096))
        bytes[8] = 3
        try PrivateFile.write(bytes, to: path)

        #expect(throws: KeystoreError.newer(path, version: 3)) {
            _ = try Keystore.open(in: profile)
        }
    }

    @Test func `a root without its device is never written over`() throws {
        let profile = try home.profile()
        _ = try made(profile)
        try PrivateFile.remove(profile.keysDirectory + "/device")

        #expect(throws: KeystoreError.exists(profile.keysDirectory)) { try made(profile, seed: 2) }
        #expect(throws: KeystoreError.damaged(profile.keysDirectory + "/device")) {
            _ = try Keystore.open(in: profile)
        }
    }
}
