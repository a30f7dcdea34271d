import Domain
import Testing

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct WebTokenTests {
    @Test func `it is made once, and nobody else may read it`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()

        let first = try WebToken.kept(in: profile)
        let again = try WebToken.kept(in: profile)

        #expect(first.text(for: .everything) == again.text(for: .everything))
        #expect(first.text(for: .everything).utf8.count == 52)
        #expect(home.mode(of: profile.webTokenPath) == 0o600)
        let stored = try PrivateFile.read(profile.webTokenPath, bytesMax: 64)
        #expect(stored == Array((first.text(for: .everything) + "\n").utf8))
    }

    @Test func `each token opens what it is for and nothing else`() throws {
        let home = TemporaryHome()
        let token = try WebToken.kept(in: home.profile())

        for held in WebScope.allCases {
            for wanted in WebScope.allCases {
                #expect(token.opens(wanted, with: token.text(for: held)) == (held == wanted))
            }
            let text = token.text(for: held)
            for wrong in ["", String(text.dropLast()), text + "0", text.lowercased()] {
                #expect(!token.opens(held, with: wrong))
            }
        }
    }

    @Test func `a new one takes the place of the old one, and of what was made of it`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()
        let old = try WebToken.kept(in: profile)

        _ = try WebToken.renewed(in: profile)

        let new = try WebToken.kept(in: profile)
        for scope in WebScope.allCases {
            #expect(!new.opens(scope, with: old.text(for: scope)))
        }
    }

    @Test func `two profiles have two`() throws {
        let home = TemporaryHome()

        let one = try WebToken.kept(in: home.profile())
        let other = try WebToken.kept(in: home.profile("other"))

        #expect(one.text(for: .everything) != other.text(for: .everything))
    }

    @Test(arguments: ["", "short", String(repeating: "0", count: 51), "0123456789!"])
    func `a file that holds something else is told, with what to do`(text: String) throws {
        let home = TemporaryHome()
        let profile = try home.profile()
        try PrivateFile.write(Array(text.utf8), to: profile.webTokenPath)

        #expect(kind { _ = try WebToken.kept(in: profile) } == .damaged)
        _ = try WebToken.renewed(in: profile)
        #expect(kind { _ = try WebToken.kept(in: profile) } == nil)
    }

    @Test func `a file that others may read opens nothing`() throws {
        let home = TemporaryHome()
        let profile = try home.profile()
        _ = try WebToken.kept(in: profile)

        chmod(profile.webTokenPath, 0o644)

        #expect(kind { _ = try WebToken.kept(in: profile) } != nil)
    }
}
