import Testing

@testable import Node

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

struct ProfileLockTests {
    @Test func `the second node is told who has the profile`() throws {
        let profile = try home.profile()
        let first = try ProfileLock(profile)

        let error = #expect(throws: NodeError.self) { _ = try ProfileLock(profile) }

        #expect(error?.kind == .inUse)
        #expect(error?.why.contains("process \(getpid()) ") == true)
        withExtendedLifetime(first) {}
    }

    @Test func `a profile is free again when its holder goes`() throws {
        let profile = try home.profile()
        var first: ProfileLock? = try ProfileLock(profile)
        #expect(try ProfileLock.holder(of: profile) == getpid())

        withExtendedLifetime(first) {}
        first = nil

        #expect(try ProfileLock.holder(of: profile) == nil)
        _ = try ProfileLock(profile)
    }

    @Test func `a profile that nobody ever had is free`() throws {
        #expect(try ProfileLock.holder(of: home.profile()) == nil)
    }

    @Test func `two profiles do not hinder each other`() throws {
        let first = try ProfileLock(home.profile("one"))

        let second = try ProfileLock(home.profile("two"))

        withExtendedLifetime((first, second)) {}
    }

    @Test func `a link in the lock's place is refused`() throws {
        let profile = try home.profile()
        symlink("/tmp/elsewhere", profile.lockPath)

        #expect(throws: NodeError.self) { _ = try ProfileLock(profile) }
    }

    private let home = TemporaryHome()
}
