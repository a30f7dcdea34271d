import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Node

struct IdentitiesTests {
    private let home = TemporaryHome()

    private func fresh() throws -> Profile {
        try Profile { $0 == "WEFT_HOME" ? home.path : nil }
    }

    @Test func `one call makes folders, settings and keys`() throws {
        let profile = try fresh()

        let made = try Identities.make(in: profile, name: "  Ana ")

        #expect(made.name == "Ana")
        #expect(try ProfileSettings.read(from: profile).name == "Ana")
        let phrase = try RecoveryPhrase(text: made.words.joined(separator: " "))
        #expect(try Keystore.open(in: profile).phraseSeed == phrase.entropy)
    }

    @Test func `two calls draw two identities, and never in one place`() throws {
        let first = try Identities.make(in: fresh(), name: "Ana")
        let second = try Identities.make(in: home.profile("ben"), name: "Ben")

        #expect(first.words != second.words)
        #expect(throws: KeystoreError.self) { try Identities.make(in: fresh(), name: "Cleo") }
        #expect(try ProfileSettings.read(from: fresh()).name == "Ana")
    }

    @Test func `a profile that a node holds is left alone`() throws {
        let profile = try home.profile()
        let lock = try ProfileLock(profile)

        #expect(kind { _ = try Identities.make(in: profile, name: "Ana") } == .inUse)
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: ["", " \t", "a\u{1B}[2J", "a\u{202E}b", "a\nb", "\u{2028}a\u{2029}b"])
    func `a name that cannot be seen is refused`(name: String) throws {
        #expect(kind { _ = try Identities.make(in: fresh(), name: name) } == .invalid)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a name ends where the others' limit is`(more: Int, isTaken: Bool) throws {
        let name = String(repeating: "a", count: Limits.nameBytesMax + more)

        let kind = kind { _ = try Identities.make(in: fresh(), name: name) }

        #expect((kind == nil) == isTaken)
    }

    @Test func `24 words make a bare profile that person's, with a new device`() throws {
        let first = try home.profile("first")
        let words = try Identities.make(in: first, name: "Ana").words

        let second = try home.profile("second")
        let recovered = try Identities.recover(
            words.joined(separator: "\n"), in: second, name: "Ana", ticket: nil, passphrase: nil)

        let (old, new) = try (Keystore.open(in: first), Keystore.open(in: second))
        #expect(recovered == .device(name: "Ana"))
        #expect(old.person == new.person)
        #expect(old.certificate.device != new.certificate.device)
        #expect(try ProfileSettings.read(from: second).peers == nil)
    }

    @Test func `a ticket of another own device is dialled after a recovery`() throws {
        let first = try home.profile("first")
        let words = try Identities.make(in: first, name: "Ana").words
        let certificate = try Keystore.open(in: first).certificate
        let ticket = Ticket(certificate: certificate, name: "Ana", addresses: ["127.0.0.1:7433"])

        let second = try home.profile("second")
        _ = try Identities.recover(
            words.joined(separator: " "), in: second, name: "Ana", ticket: ticket.text,
            passphrase: nil)

        let peers = try #require(try ProfileSettings.read(from: second).peers)
        #expect(peers.map(\.genuine) == [certificate])
        #expect(peers.map(\.addresses) == [["127.0.0.1:7433"]])
    }

    @Test func `somebody else's ticket is refused`() throws {
        let words = try Identities.make(in: home.profile("ana"), name: "Ana").words
        let ben = try home.profile("ben")
        _ = try Identities.make(in: ben, name: "Ben")
        let certificate = try Keystore.open(in: ben).certificate
        let ticket = Ticket(certificate: certificate, name: "Ben", addresses: []).text
        let bare = try home.profile("bare")

        let kind = kind {
            _ = try Identities.recover(
                words.joined(separator: " "), in: bare, name: "Ana", ticket: ticket,
                passphrase: nil)
        }

        #expect(kind == .denied)
        #expect(try !Keystore.exists(in: bare))
    }

    @Test(arguments: ["", "abandon", String(repeating: "abandon ", count: 24)])
    func `an invalid phrase makes nothing, and is not repeated`(words: String) throws {
        let bare = try home.profile("bare")

        let error = #expect(throws: NodeError.self) {
            try Identities.recover(
                words, in: bare, name: "Ana", ticket: nil, passphrase: nil)
        }

        #expect(error?.kind == .invalid)
        #expect(error.map { "\($0.what) \($0.why) \($0.fix)".contains("abandon") } == false)
        #expect(try !Keystore.exists(in: bare))
    }

    @Test func `an answer makes a machine a device that knows the other one`() throws {
        let first = try home.profile("first")
        let words = try Identities.make(in: first, name: "Ana").words
        let old = try Keystore.open(in: first)
        let phrase = try RecoveryPhrase(text: words.joined(separator: " "))
        let second = try home.profile("second")

        let text = try Identities.beginPairing(in: second, deviceName: "laptop")
        let again = try Identities.beginPairing(in: second, deviceName: "laptop")
        let request = try #require(PairingRequest(text: text))
        let root = Derivation.root(phraseSeed: phrase.entropy)
        let certificate = Certificate.sign(
            device: request.device, agreement: request.agreement, root: root)
        let answer = PairingAnswer.sign(
            certificate: certificate, recovery: old.recovery, name: "Ana",
            companion: old.certificate, addresses: ["127.0.0.1:1"], root: root)
        let name = try Identities.finishPairing(answer.text, in: second, passphrase: nil)

        let new = try Keystore.open(in: second)
        let settings = try ProfileSettings.read(from: second)
        #expect(text == again)
        #expect(name == "Ana")
        #expect(new.person == old.person && new.phraseSeed == nil)
        #expect(new.certificate == certificate)
        #expect(settings.peers?.map(\.genuine) == [old.certificate])
        #expect(throws: KeystoreError.exists(second.keysDirectory)) {
            try Identities.finishPairing(answer.text, in: second, passphrase: nil)
        }
    }

    /// The three highest bits of a signature's last byte say which kind it is.
    @Test func `an answer or ticket of a newer version is told apart`() throws {
        let first = try home.profile("first")
        let words = try Identities.make(in: first, name: "Ana").words.joined(separator: " ")
        let old = try Keystore.open(in: first)
        let root = Derivation.root(phraseSeed: try RecoveryPhrase(text: words).entropy)
        var signature = old.certificate.signature
        signature[63] |= 1 << 5
        let newer = Certificate(
            person: old.person, device: old.certificate.device,
            agreement: old.certificate.agreement, signature: signature)
        let answer = PairingAnswer.sign(
            certificate: newer, recovery: old.recovery, name: "Ana", companion: old.certificate,
            addresses: [], root: root)
        let ticket = Ticket(certificate: newer, name: "Ana", addresses: [])
        let bare = try home.profile("bare")
        _ = try Identities.beginPairing(in: bare, deviceName: "laptop")

        let errors = [
            #expect(throws: NodeError.self) {
                try Identities.finishPairing(answer.text, in: bare, passphrase: nil)
            },
            #expect(throws: NodeError.self) {
                try Identities.recover(
                    words, in: bare, name: "Ana", ticket: ticket.text, passphrase: nil)
            },
        ]

        for error in errors {
            #expect(error?.kind == .invalid)
            #expect(error?.why.contains("a newer version of Weft") == true)
            #expect(error?.fix.contains("install a newer version of Weft") == true)
        }
        #expect(try Keystore.isUnpaired(in: bare))
    }

    @Test func `a text that is no answer has an error of its own`() throws {
        let bare = try home.profile("bare")
        _ = try Identities.beginPairing(in: bare, deviceName: "laptop")

        let kind = kind {
            _ = try Identities.finishPairing("weft-pair:1X", in: bare, passphrase: nil)
        }

        #expect(kind == .invalid)
        #expect(try Keystore.isUnpaired(in: bare))
        #expect(throws: KeystoreError.unpaired(bare.keysDirectory)) {
            _ = try Keystore.open(in: bare)
        }
    }
}
