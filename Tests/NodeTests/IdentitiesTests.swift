import Domain
import Testing

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
        #expect(try Keystore.open(in: profile).phraseSeed == made.phrase.entropy)
    }

    @Test func `two calls draw two identities, and never in one place`() throws {
        let first = try Identities.make(in: fresh(), name: "Ana")
        let second = try Identities.make(in: home.profile("ben"), name: "Ben")

        #expect(first.phrase != second.phrase)
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
}
